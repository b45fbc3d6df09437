"""`/receipts/[payment_id]`: the receipt of one payment, for paper too."""
