// The names under which tests of one browser knew it.
export * from './webdriver.mjs';
