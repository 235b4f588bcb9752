"""Recordings, videos and captioned images, by folders, names and lists."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from engine.errors import DataError
from engine.formats.layout import Item
from engine.specs.data import DatasetFormat, Split
from tests.engine.formats.trees import codes, essence, image, read, real, round_trip, tree

AUDIO, VIDEO = DatasetFormat.AUDIO_FOLDER, DatasetFormat.VIDEO_FOLDER
TRANSCRIPTS, CAPTIONS = DatasetFormat.TRANSCRIPTS, DatasetFormat.CAPTIONS


def test_recordings_get_their_class_from_folders_or_names() -> None:
    items, problems = read(AUDIO, tree({"dog/a_1.wav": b"", "cat/b_1.mp3": b"", "cat/x.txt": b""}))
    assert [item.labels for item in items] == [("cat",), ("dog",)]
    assert codes(problems) == ["file_unused"]
    items, _ = read(AUDIO, tree({"all/0_ann_1.wav": b"", "all/1_bo_1.wav": b""}))
    assert [item.labels for item in items] == [("0",), ("1",)]
    with pytest.raises(DataError, match="class folder"):
        read(AUDIO, tree({"a.wav": b"", "b.wav": b""}))


def test_the_spoken_digits_are_named_by_their_files() -> None:
    with real("spoken_digits") as files:
        items, problems = read(AUDIO, files)
    assert Counter(item.labels[0] for item in items) == dict.fromkeys("0123456789", 120)
    assert [one.code for one in problems] == ["classes_in_names", "file_unused"]


def test_videos_get_their_class_from_folders() -> None:
    items, _ = read(VIDEO, tree({"train/run/a.mp4": b"", "test/jump/b.avi": b""}))
    assert {(item.labels, item.split) for item in items} == {
        (("run",), Split.TRAIN),
        (("jump",), Split.TEST),
    }


@pytest.mark.parametrize("key", [AUDIO, VIDEO])
def test_class_folders_read_back_the_same(key: DatasetFormat) -> None:
    suffix = "wav" if key is AUDIO else "mp4"
    items = [
        Item("1", f"a.{suffix}", content=b"1", labels=("x",), split=Split.TEST),
        Item("2", f"a.{suffix}", content=b"2", labels=("y",), split=Split.TRAIN),
    ]
    back, lost = round_trip(key, items, tree({}))
    assert lost == []
    assert [(one.labels, one.split) for one in back] == [(one.labels, one.split) for one in items]


RECORDINGS = {"clips/a.wav": b"1", "clips/b.wav": b"2", "clips/c.wav": b"3"}


@pytest.mark.parametrize(
    "listing",
    [
        {"train.csv": "path,sentence\na.wav,hello\nclips/b.wav,你好\n"},
        {"train.tsv": "clips/a.wav\thello\nb.wav\t你好\n"},
        {
            "train.jsonl": json.dumps({"audio_filepath": "/x/a.wav", "text": "hello"})
            + "\n"
            + json.dumps({"audio": "b.wav", "transcript": "你好"})
        },
        {
            "train_manifest.json": json.dumps({"audio_filepath": "clips/a.wav", "text": "hello"})
            + "\n"
            + json.dumps({"audio_filepath": "clips/b.wav", "text": "你好", "duration": 1.5})
        },
        {
            "train/text": "utt1 hello\nb 你好\n",
            "train/wav.scp": "utt1 /data/a.wav\nb sox b.wav |\n",
        },
    ],
)
def test_transcripts_are_read_from_any_list(listing: dict[str, str]) -> None:
    items, problems = read(TRANSCRIPTS, tree({**RECORDINGS, **listing}))
    assert problems == []
    assert [(item.file, item.texts, item.split, item.is_annotated) for item in items] == [
        ("clips/a.wav", ("hello",), Split.TRAIN, True),
        ("clips/b.wav", ("你好",), Split.TRAIN, True),
        ("clips/c.wav", (), None, False),
    ]


def test_sentences_that_common_voice_did_not_confirm_are_left_out_and_said() -> None:
    head = "client_id\tpath\tsentence\n"
    files = {
        "train.tsv": f"{head}1\ta.wav\thello\n",
        "validated.tsv": f"{head}1\ta.wav\thello\n",
        "invalidated.tsv": f"{head}1\tb.wav\twrong\n",
        "other.tsv": f"{head}1\tc.wav\tperhaps\n",
    }
    items, problems = read(TRANSCRIPTS, tree({**RECORDINGS, **files}))
    assert [(one.file, one.texts, one.split, one.is_annotated) for one in items] == [
        ("clips/a.wav", ("hello",), Split.TRAIN, True),
        ("clips/b.wav", (), None, False),
        ("clips/c.wav", (), None, False),
    ]
    left_out = [one for one in problems if one.code == "list_unconfirmed"]
    assert [(one.place, one.num_lost) for one in left_out] == [
        ("invalidated.tsv", 1),
        ("other.tsv", 1),
    ]
    # What another list says once more is not lost.
    assert [one.num_lost for one in problems if one.code == "sample_repeated"] == [0]
    alone, _ = read(TRANSCRIPTS, tree({**RECORDINGS, "other.tsv": files["other.tsv"]}))
    assert [one.file for one in alone if one.is_annotated] == ["clips/c.wav"]


def test_folders_of_librispeech_name_splits() -> None:
    files: dict[str, bytes | str] = {}
    for folder in ("train-clean-100", "dev-other", "test-clean", "test-bench"):
        files |= {f"{folder}/{folder}.flac": b"1", f"{folder}/1.trans.txt": f"{folder} GO\n"}
    items, _ = read(TRANSCRIPTS, tree(files))
    assert {item.file: item.split for item in items} == {
        "train-clean-100/train-clean-100.flac": Split.TRAIN,
        "dev-other/dev-other.flac": Split.VALIDATION,
        "test-clean/test-clean.flac": Split.TEST,
        "test-bench/test-bench.flac": None,
    }


def test_lines_of_lists_that_cannot_be_used_are_named() -> None:
    table = "file,transcript\na.wav,x\na.wav,y\nno.wav,x\nb.wav,\nc.wav\n"
    files = {**RECORDINGS, "a.csv": table, "b.jsonl": "[]\n", "c.csv": "file,other\n1,2\n"}
    items, problems = read(TRANSCRIPTS, tree(files))
    assert [(one.code, one.place) for one in problems] == [
        ("sample_repeated", "a.csv:3"),
        ("sample_missing", "a.csv:4"),
        ("text_empty", "a.csv:5"),
        ("row_short", "a.csv:6"),
        ("json_line_malformed", "b.jsonl:1"),
        ("columns_missing", "c.csv"),
    ]
    assert [item.is_annotated for item in items] == [True, False, False]
    with pytest.raises(DataError, match="file,transcript"):
        read(TRANSCRIPTS, tree(RECORDINGS))


def test_transcripts_read_back_the_same() -> None:
    items = [
        Item("1", "a.wav", content=b"1", texts=('he said: "hi", twice',), split=Split.TRAIN),
        Item("2", "b/a.wav", content=b"2", texts=("你好",)),
        Item("3", "c.wav", content=b"3", is_annotated=False),
    ]
    back, lost = round_trip(TRANSCRIPTS, items, tree({}))
    assert lost == []
    expected = [(one.texts, one.split, one.is_annotated) for one in items]
    assert [(one.texts, one.split, one.is_annotated) for one in back] == expected


def test_captions_of_an_image_add_up() -> None:
    files = {"pics/a.jpg": b"1", "pics/b.jpg": b"2", "pics/c.jpg": b"3"}
    files["token.txt"] = b"a.jpg#0\tone\nb.jpg#0\tthree\na.jpg#1\ttwo, too\nz.jpg#0\tx\n"
    items, problems = read(CAPTIONS, tree(files))
    assert [(item.file, item.texts) for item in items] == [
        ("pics/a.jpg", ("one", "two, too")),
        ("pics/b.jpg", ("three",)),
        ("pics/c.jpg", ()),
    ]
    assert [(one.code, one.place) for one in problems] == [("sample_missing", "token.txt:4")]
    with pytest.raises(DataError, match="file,caption"):
        read(CAPTIONS, tree({"a.jpg": b"1"}))


def test_captions_read_back_the_same() -> None:
    items = [
        Item("1", "a.jpg", content=b"1", texts=("one", "two"), split=Split.TRAIN),
        Item("2", "b.jpg", content=b"2", texts=("three",), split=Split.TEST),
    ]
    back, lost = round_trip(
        CAPTIONS, [*items, Item("3", "c.jpg", content=b"", value=2.0)], tree({})
    )
    assert codes(lost) == ["not_held"]
    assert [(one.texts, one.split) for one in back[:2]] == [(one.texts, one.split) for one in items]
    assert essence(back[2]).is_annotated is False


def test_the_captions_of_coco_are_read() -> None:
    document = {
        "annotations": [
            {"id": 1, "image_id": 7, "caption": "一只猫"},
            {"id": 2, "image_id": 7, "caption": "a cat"},
            {"id": 3, "image_id": 9, "caption": "gone"},
            {"id": 4, "image_id": 7},
        ],
        "images": [{"id": 7, "file_name": "a.png"}],
    }
    files = {
        "train2017/a.png": image(),
        "val2017/a.png": image(9, 9),
        "annotations/captions_train2017.json": json.dumps(document),
    }
    items, problems = read(DatasetFormat.CAPTIONS, tree(files))
    assert [(one.name, one.texts, str(one.split)) for one in items] == [
        ("train2017/a.png", ("一只猫", "a cat"), "train"),
        ("val2017/a.png", (), "None"),
    ]
    assert [(one.code, one.num_lost) for one in problems] == [
        ("annotation_malformed", 1),
        ("image_unlisted", 1),
    ]


def test_lists_with_bars_are_those_of_ljspeech_and_flickr() -> None:
    lines = "LJ001|Mr. Li, 25|Mister Li, twenty five\nLJ002|plain|plain, too\n"
    files = {"metadata.csv": lines, "wavs/LJ001.wav": b"a", "wavs/LJ002.wav": b"b"}
    items, problems = read(DatasetFormat.TRANSCRIPTS, tree(files))
    assert problems == []
    assert [(one.name, one.texts) for one in items] == [
        ("wavs/LJ001.wav", ("Mister Li, twenty five",)),
        ("wavs/LJ002.wav", ("plain, too",)),
    ]
    lines = "image_name| comment_number| comment\na.jpg| 0| One, two\na.jpg| 1| Three\n"
    items, problems = read(
        DatasetFormat.CAPTIONS, tree({"results.csv": lines, "flickr/a.jpg": image()})
    )
    assert ([one.texts for one in items], problems) == ([("One, two", "Three")], [])
    # A header that says what is what is believed.
    lines = "file,caption,split\na.jpg,One | two,train\n"
    items, problems = read(DatasetFormat.CAPTIONS, tree({"x.csv": lines, "a.jpg": image()}))
    assert [(one.texts, one.split) for one in items] == [(("One | two",), Split.TRAIN)]
