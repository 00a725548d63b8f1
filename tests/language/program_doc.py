"""What this program is for."""
def main():
    "The entry."
    print(__doc__, main.__doc__, "__doc__" in globals())
if __name__ == "__main__":
    main()
