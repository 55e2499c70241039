"""House rules of 10 000 for tests, as the naive twin names them."""

from midnight_core import ten_thousand as tt
from tests.reference.naive_ten import House

HOUSES = {
    "table": House(),
    "1500": House(three_pairs=1500, opening=0),
    "four-plus-two": House(three_pairs=1500, four_plus_two=True, opening=500),
    "add": House(growth="add", three_pairs=750, opening=350),
    "same": House(growth="same", opening=0, least=300),
    "no straight": House(straight=0, four_plus_two=True),
    "no pairs": House(three_pairs=0, must_roll_hot=True),
    "no single 1": House(one=0, triples=(0, 200, 300, 400, 500, 600), ties="first"),
    "no single 5": House(five=0, last_round=False, least=150),
    "odd": House(
        *(350, 150, (300, 1000, 0, 50, 450, 2000), "add", 50, 4000, True),
        *(650, 3450, True, "first", 200, True),
    ),
    "hardly anything": House(one=0, triples=(0,) * 6, straight=0, three_pairs=0, opening=0),
}


def core(house: House) -> tt.HouseRules:
    return tt.HouseRules(**house._asdict())
