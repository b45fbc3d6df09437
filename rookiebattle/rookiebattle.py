import reflex as rx

def index() -> rx.Component:
    return rx.el.main(rx.el.h1("Rookie Battle", class_name="text-2xl"))

app = rx.App()
app.add_page(index, route="/", title="Rookie Battle")
