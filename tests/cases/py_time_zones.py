# Moments with a zone, of datetime.
import datetime
from datetime import datetime as moment, timedelta, timezone

a = moment(2024, 2, 29, 14, 3, 9, 500, tzinfo=timezone.utc)
print(a, repr(a), a.isoformat(), a.tzinfo, a.utcoffset(), a.tzname(), sep="\n")
print(a.strftime("%Y-%m-%d %H:%M:%S %Z %z"))
east = timezone(timedelta(hours=5, minutes=30))
print(repr(east), east, repr(timezone(timedelta(hours=-3), "X")), timezone.utc, repr(timezone.utc))
b = a.astimezone(east)
print(b, repr(b), a == b, b - a, b.timestamp() == a.timestamp(), a + timedelta(days=1))
print(moment.fromisoformat("2024-02-29T14:03:09+00:00"), moment.fromisoformat("2024-02-29T14:03:09-03:30"))
print(moment.fromtimestamp(0, timezone.utc), moment.fromtimestamp(86400.5, tz=east))
print(a.replace(tzinfo=None), moment.now(timezone.utc).tzinfo, moment.now().tzinfo, moment(2024, 1, 1).utcoffset())
print(isinstance(timezone.utc, datetime.tzinfo), sorted([b + timedelta(1), a])[0] is a)
try:
    moment(2024, 1, 1) - a
except TypeError as e:
    print(e)
