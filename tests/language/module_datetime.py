# datetime and the calendar of time.
import time, datetime
from datetime import datetime as D, timedelta, date
print(type(time.time()), type(time.perf_counter()), type(D.now()).__name__)
d = D(2023, 1, 5, 14, 3, 9)
print(d, repr(d), d.isoformat(), d.strftime('%Y-%m-%d %H:%M:%S'), d.strftime('%a %A %b %B %d %j %p %I %y %% %f'), d.date(), d.time(), d.year, d.weekday(), d.isoweekday())
print(d + timedelta(days=1, hours=2), d - D(2022, 12, 25), (d - D(2022, 12, 25)).days, d - timedelta(minutes=5))
td = timedelta(days=1, seconds=3661, microseconds=5)
print(td, repr(td), td.total_seconds(), td.days, td.seconds, td.microseconds, td * 2, td / 2, -td, td + td, td // timedelta(hours=1), timedelta(0), repr(timedelta(0)), str(timedelta(seconds=12.5)))
print(date(2024, 2, 29), repr(date(2024, 2, 29)), date(2024, 2, 29).isoformat(), date(2024,3,1) - date(2024,2,28), date.today() > date(2020,1,1))
print(D.fromisoformat('2023-05-06T07:08:09'), D.strptime('2023-01-02 03:04', '%Y-%m-%d %H:%M'), D(2023,1,1) < D(2023,1,2), d.replace(year=2020), d == D(2023, 1, 5, 14, 3, 9))
print(f'{d:%H:%M}', f'{date(2023,5,6):%d/%m/%y}', D.combine(date(2020,1,1), datetime.time(3,4)))
print(D(2023,1,1,1,2,3,456), datetime.time(1,2,3), repr(datetime.time(1,2)), D.min, d.timetuple()[:6])
print(str(timedelta(seconds=90)), str(timedelta(hours=30)), str(timedelta(seconds=-1)), timedelta(weeks=1), timedelta(milliseconds=1500))
print(time.strftime('%Y', time.gmtime(0)), time.gmtime(0)[:6], time.strftime("%H:%M:%S", time.gmtime(3725)))
try: D(2023, 13, 1)
except ValueError as e: print(e)
try: date(2023, 2, 30)
except ValueError as e: print(e)
from datetime import *
import time
for k in range(0, 3652059, 40009):
    d = date.fromordinal(k + 1); print(d, d.toordinal() == k + 1, d.weekday(), d.isocalendar()[1], d.strftime('%j %U %W %V %G'))
print(datetime.fromtimestamp(0), datetime(2024,1,1).timestamp(), datetime.strptime('Mar 5 2021 03:04 PM', '%b %d %Y %I:%M %p'), datetime.strptime('21/12/99', '%d/%m/%y'))
for t, f in [('2021', '%Y-%m'), ('2021-01x', '%Y-%m')]:
    try: datetime.strptime(t, f)
    except ValueError as e: print(e)
for b in ['2021-1-1', 'abc', '2021-13-01']:
    try: print(date.fromisoformat(b))
    except ValueError as e: print(e)
print(time.gmtime(86400 * 365), time.asctime(time.gmtime(0)), time.strftime('%c %x %X %D', time.gmtime(10**9)))
print(timedelta(days=0.5), timedelta(hours=1.5) * 1.5, timedelta(minutes=1) / 7, timedelta(seconds=1) / timedelta(seconds=3), abs(timedelta(-1)), timedelta(days=1) > timedelta(hours=23), max(timedelta(1), timedelta(2)), sum([timedelta(1), timedelta(2)], timedelta()), divmod(timedelta(hours=5), timedelta(hours=2)), timedelta(microseconds=1.5), timedelta(seconds=0.1) * 3, timedelta(-1, 5))
print(sorted([date(2020, 5, 1), date(2019, 1, 1)]), date(2020, 1, 31) + timedelta(30), date(2020,3,1) - timedelta(1), datetime(2020,1,1).isoformat(timespec='milliseconds'), {date(2020,1,1): 1}[date(2020,1,1)], datetime(2020,1,1,23,59,59) + timedelta(seconds=1), f"{datetime(2020,1,1):%Y/%m}", datetime(2020,5,1).ctime(), datetime(2020,1,2) == date(2020,1,2))
try: datetime(2020,1,1,25)
except ValueError as e: print(e)
print(str(datetime.now())[:2], isinstance(datetime.now(), date), type(datetime.now() - datetime.now()), datetime.now().strftime('%Y') > '2000')
