"""What is read about seats, holds, rosters and money that is owed."""
