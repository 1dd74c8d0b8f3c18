"""That answers are the same where rows are, and only there; `run` asks before anything is timed."""

import unittest

import pyarrow as pa

import lanes

TEXT_MAP = pa.map_(pa.string(), pa.string())
VIEW_MAP = pa.map_(pa.string_view(), pa.string_view())
ROWS = {"a": [1, 2, 3], "s": ["x", None, "a text that isn't within its view"],
        "m": [[("k", "v")], [], None], "l": [["a", "b"], None, []], "b": [b"a", b"", None]}
PLAIN = pa.schema([("a", pa.int64()), ("s", pa.string()), ("m", TEXT_MAP), ("l", pa.list_(pa.string())),
                   ("b", pa.binary())])
VIEWS = pa.schema([("a", pa.int32()), ("s", pa.string_view()), ("m", VIEW_MAP),
                   ("l", pa.list_view(pa.string_view())), ("b", pa.binary_view())])


def digest(rows, schema=PLAIN, batch_rows=None):
    return lanes.digest(pa.table(rows, schema=schema).to_reader(batch_rows))


class DigestTest(unittest.TestCase):
    def test_sameRows_ofOtherTypesAndBatches(self):
        self.assertEqual(digest(ROWS), digest(ROWS, VIEWS))
        self.assertEqual(digest(ROWS), digest(ROWS, batch_rows=1))
        self.assertEqual(digest(ROWS), digest(ROWS, pa.schema(reversed(PLAIN))))

    def test_anotherValue_orTheSameElsewhere(self):
        for column, values in ROWS.items():
            for other in ([values[1], values[0], values[2]], [values[0], values[1], values[1]]):
                self.assertNotEqual(digest(ROWS), digest({**ROWS, column: other}), f"{column}: {other}")

    def test_fewerRows(self):
        self.assertNotEqual(digest(ROWS), digest({name: values[:2] for name, values in ROWS.items()}))


if __name__ == "__main__":
    unittest.main()
