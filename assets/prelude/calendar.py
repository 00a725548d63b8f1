# Months and weeks.

from datetime import date

day_name = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
day_abbr = [name[:3] for name in day_name]
month_name = ["", "January", "February", "March", "April", "May", "June", "July", "August", "September",
              "October", "November", "December"]
month_abbr = [name[:3] for name in month_name]
MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = range(7)
January, February = 1, 2


def isleap(year):
    """Whether it has 366 days."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def leapdays(y1, y2):
    """How many leap years there are from y1 up to y2."""
    return sum([1 for year in range(y1, y2) if isleap(year)])


def weekday(year, month, day):
    """0 is Monday."""
    return date(year, month, day).weekday()


def monthrange(year, month):
    """The weekday of its first day, and how many days it has."""
    days = [31, 29 if isleap(year) else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return weekday(year, month, 1), days[month - 1]


def monthcalendar(year, month):
    """Its weeks, with 0 for the days of other months."""
    first, count = monthrange(year, month)
    days = [0] * first + list(range(1, count + 1))
    days += [0] * (-len(days) % 7)
    return [days[at:at + 7] for at in range(0, len(days), 7)]


def month(theyear, themonth, w=0, l=0):
    """The month as a text of several lines."""
    lines = [f"{month_name[themonth]} {theyear}".center(20).rstrip(), "Mo Tu We Th Fr Sa Su"]
    for week in monthcalendar(theyear, themonth):
        lines.append(" ".join([f"{day:2}" if day else "  " for day in week]).rstrip())
    return "\n".join(lines) + "\n"


def prmonth(theyear, themonth, w=0, l=0):
    """Prints a month."""
    print(month(theyear, themonth), end="")
