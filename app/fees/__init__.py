"""UFM per year, fees, slips, payments and debts. Built with the licensing part."""
