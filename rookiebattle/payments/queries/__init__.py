"""What is read about payments and their queues."""
