"""Whatever is done to the files, a reader names it: items, problems or one error, never a crash."""

from __future__ import annotations

import io
import random
import zipfile
from importlib import import_module
from types import ModuleType

import pytest

from engine.errors import DataError
from engine.formats.layout import Item, Problem
from engine.formats.loading import read_tree
from engine.formats.reading.trees import MemoryTree, ZipTree
from engine.specs.data import DatasetFormat
from tests.engine.formats.trees import image, parquet
from tests.engine.formats.workbooks import workbook

IMAGE = image(20, 10)
VOC_FILE = (
    b"<annotation><filename>a.png</filename><object><name>x</name><bndbox><xmin>1</xmin>"
    b"<ymin>1</ymin><xmax>5</xmax><ymax>5</ymax></bndbox></object></annotation>"
)
COCO_FILE = (
    b'{"images":[{"id":1,"file_name":"a.png","width":20,"height":10}],"categories":[{"id":1,'
    b'"name":"x"}],"annotations":[{"id":1,"image_id":1,"category_id":1,"bbox":[1,1,2,2],'
    b'"segmentation":[[1,1,5,1,5,5]]}]}'
)
LABELME_FILE = (
    b'{"shapes":[{"label":"x","points":[[1,1],[5,1],[5,5]]}],"imagePath":"a.png","flags":{}}'
)
LABEL_STUDIO_FILE = (
    b'[{"data":{"image":"/data/upload/1/0123abcd-a.png"},"annotations":[{"result":[{"id":"1","type":'
    b'"rectanglelabels","value":{"x":10,"y":10,"width":50,"height":50,"rotation":5,'
    b'"rectanglelabels":["x"]}},{"id":"2","type":"brushlabels","value":{"format":"rle","rle":[0,0,3]}}'
    b']}]},{"data":{"text":"a b"},"annotations":[{"result":[{"id":"1","type":"labels","value":'
    b'{"start":0,"end":1,"labels":["x"]}}]}]}]'
)
CVAT_FILE = (
    b'<annotations><original_size><width>20</width><height>10</height></original_size><track id="0"'
    b' label="x"><box frame="0" outside="0" xtl="0" ytl="0" xbr="2" ybr="2"/><box frame="3" xtl="4"'
    b' ytl="0" xbr="6" ybr="2"/></track></annotations>'
)
PPOCR_LINE = b'a.png\t[{"transcription":"x","points":[[1,1],[5,1],[5,5],[1,5]]}]\n'
JSON_LINE = b'{"text":"ab c","spans":[{"start":0,"end":2,"label":"x"}],"labels":["y"],"value":1}\n'
TREES: dict[DatasetFormat, dict[str, bytes]] = {
    DatasetFormat.IMAGE_FOLDER: {"x/a.png": IMAGE},
    DatasetFormat.CSV_LABELS: {
        "labels.csv": b"file,label,split\na.png,x,train\n",
        "a.png": IMAGE,
    },
    DatasetFormat.LOOSE_FILES: {"a.png": IMAGE},
    DatasetFormat.VOC: {"a.xml": VOC_FILE, "a.png": IMAGE, "ImageSets/Main/train.txt": b"a\n"},
    DatasetFormat.COCO: {"train.json": COCO_FILE, "a.png": IMAGE},
    DatasetFormat.YOLO: {
        "a.png": IMAGE,
        "a.txt": b"0 .5 .5 .2 .2\n0 .1 .1 .2 .1 .2 .2\n",
        "data.yaml": b"names: [x, y]\n",
    },
    DatasetFormat.LABEL_STUDIO: {"tasks.json": LABEL_STUDIO_FILE, "a.png": IMAGE},
    DatasetFormat.LABELME: {"a.json": LABELME_FILE, "a.png": IMAGE},
    DatasetFormat.MASK_PNG: {
        "images/a.png": IMAGE,
        "masks/a.png": IMAGE,
        "classes.txt": b"bg\n",
    },
    DatasetFormat.MASK_COLOR: {
        "images/a.png": IMAGE,
        "masks/a.png": IMAGE,
        "palette.txt": b"0 0 0 background\n20 10 90 x\n",
    },
    DatasetFormat.TSV: {"a.tsv": b'"text"\t"label"\n"a b"\t"x"\n'},
    DatasetFormat.XLSX: {"a.xlsx": workbook([["text1", "text2"], ["a", "b"]])},
    DatasetFormat.PARQUET: {"a.parquet": parquet(text=["a", "b c"], labels=[["x"], ["y", "z"]])},
    DatasetFormat.TEXT_TABLE: {
        "a.csv": b'text,label\n"a b",x\n',
        "b.xlsx": workbook([["text"], ["a"]]),
    },
    DatasetFormat.CONLL: {"a.conll": b"a B-X\nb I-X\n\nc O\n"},
    DatasetFormat.JSON_LINES: {"a.jsonl": JSON_LINE * 2},
    DatasetFormat.TEXT_PAIRS: {"a.tsv": b"text1\ttext2\tscore\na\tb\t1\n"},
    DatasetFormat.AUDIO_FOLDER: {"x/a.wav": b"RIFF"},
    DatasetFormat.TRANSCRIPTS: {"a.wav": b"", "text": b"a hello\n", "b.jsonl": b'{"file":"a.wav"}'},
    DatasetFormat.VIDEO_FOLDER: {"x/a.mp4": b""},
    DatasetFormat.MOT: {
        "img1/1.png": IMAGE,
        "gt/gt.txt": b"1,1,0,0,5,5,1,1,1\n",
        "seqinfo.ini": b"[Sequence]\nframeRate=30\n",
        "gt/labels.txt": b"x\n",
    },
    DatasetFormat.CVAT: {"a.xml": CVAT_FILE, "a.mp4": b""},
    DatasetFormat.TEXT_LINES: {"a.png": IMAGE, "Label.txt": PPOCR_LINE},
    DatasetFormat.CAPTIONS: {"a.png": IMAGE, "captions.csv": b"file,caption\na.png,x\n"},
    DatasetFormat.TABLE: {"a.csv": b"a,b\n1,2\n", "b.parquet": b"PAR1PAR1"},
}
ODD = (b"\x00", b"\xff\xfe", b"\n\n", b'"', b"<", b"]}", b"-1", b"1e999", b"9" * 400, b"null", b",")


def damaged(files: dict[str, bytes], draw: random.Random) -> dict[str, bytes]:
    """Cut, turn over, or put something odd into one of the files, or leave it away."""
    name = draw.choice(sorted(files))
    content = files[name]
    at = draw.randrange(len(content) + 1)
    kind = draw.randrange(5)
    if kind == 0:
        return {path: one for path, one in files.items() if path != name}
    if kind == 1:
        changed = content[:at]
    elif kind == 2:
        changed = content[:at] + draw.choice(ODD) + content[at:]
    elif kind == 3:
        changed = content[:at] + draw.choice(ODD) + content[at + draw.randrange(1, 9) :]
    else:
        changed = content[:at] + bytes([draw.randrange(256)]) + content[at + 1 :]
    return {**files, name: changed}


@pytest.mark.parametrize("key", DatasetFormat)
def test_every_format_reads_its_small_tree(key: DatasetFormat) -> None:
    found = list(read_tree(key, MemoryTree(TREES[key])))
    assert any(isinstance(one, Item) for one in found)


@pytest.mark.parametrize("key", DatasetFormat)
def test_damaged_files_never_crash_a_reader(key: DatasetFormat) -> None:
    draw = random.Random(key.value)
    for _ in range(150):
        files = damaged(TREES[key], draw)
        if draw.random() < 0.3:
            files = damaged(files, draw) if files else files
        try:
            found = list(read_tree(key, MemoryTree(files)))
        except DataError:
            continue
        assert all(isinstance(one, Item | Problem) for one in found)


@pytest.mark.parametrize("key", DatasetFormat)
def test_damage_inside_a_zip_never_crashes_a_reader(key: DatasetFormat) -> None:
    draw = random.Random(key.value)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in TREES[key].items():
            archive.writestr(name, content * 3 if name.endswith((".csv", ".jsonl")) else content)
    whole = out.getvalue()
    for _ in range(60):
        at = draw.randrange(len(whole))
        broken = whole[:at] + bytes([draw.randrange(256)]) + whole[at + 1 :]
        try:
            found = list(read_tree(key, ZipTree(io.BytesIO(broken))))
        except DataError:
            continue
        assert all(isinstance(one, Item | Problem) for one in found)


def test_every_format_is_a_module_that_reads() -> None:
    for key in DatasetFormat:
        module: ModuleType = import_module(f"engine.formats.{key.value}")
        assert callable(module.read)
        assert module.__doc__
