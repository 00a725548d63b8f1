import { open, tools, walk } from './page_acts.mjs';
import { inspect, run, within } from './webdriver.mjs';
const [index, ...lessons] = process.argv.slice(2);
await within(async () => {
  for (const name of lessons) {
    await open(`file://${index}#lesson=${name}`);
    await run(`${tools} answer(until(() => document.body.dataset.prepared !== undefined));`);
    await inspect('Performance.enable');
    const m = async () => Object.fromEntries((await inspect('Performance.getMetrics')).metrics.map(x => [x.name, x.value]));
    const b = await m();
    await inspect('Profiler.enable');
    await inspect('Profiler.setSamplingInterval', { interval: 200 });
    await inspect('Profiler.start');
    const w = await run(walk, 33);
    const { profile } = await inspect('Profiler.stop');
    const e = await m();
    const self = {}, byId = new Map(profile.nodes.map(n => [n.id, n]));
    profile.samples.forEach((id, k) => { const n = byId.get(id), f = n.callFrame; const key = `${f.functionName}:${f.lineNumber}`; self[key] = (self[key] ?? 0) + profile.timeDeltas[k] / 1000; });
    console.log(name, w.times.map(t => t.toFixed(0)).join(' '));
    for (const k of ['LayoutDuration', 'RecalcStyleDuration', 'ScriptDuration', 'TaskDuration', 'LayoutCount', 'RecalcStyleCount']) console.log('  ', k, ((e[k] - b[k]) * (k.endsWith('Count') ? 1 : 1000)).toFixed(0));
    console.log(Object.entries(self).sort((a, b) => b[1] - a[1]).slice(0, 14).map(([k, v]) => `   ${v.toFixed(0)} ${k}`).join('\n'));
  }
});
