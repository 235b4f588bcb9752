"""What the example data of each task is called and shows, in both languages."""

from __future__ import annotations

from collections.abc import Mapping

from engine.catalog.kinds import Card
from engine.specs.language import Language

Value = int | float | str | bool | list[str]


class ExampleCard(Card):
    """Example data from outside: what the product shows before it is written.

    ``options`` are those under which the first backbone of the fast tier learns it in about a
    minute; without any, its defaults do.
    """

    title: Mapping[Language, str]
    description: Mapping[Language, str]
    options: Mapping[str, Value] = {}


def _card(
    title: str, title_zh: str, description: str, description_zh: str, **options: Value
) -> ExampleCard:
    return ExampleCard(
        title={"en": title, "zh": title_zh},
        description={"en": description, "zh": description_zh},
        options=options,
    )


EXAMPLES: Mapping[str, ExampleCard] = {
    "image.classification": _card(
        "Handwritten digits",
        "手写数字",
        "1,797 real images of digits of 8 × 8 pixels: which digit is it?",
        "1797 张 8 × 8 像素的真实手写数字图片：这是哪个数字？",
        epochs=10,
    ),
    "image.object_detection": _card(
        "Parts on a tray",
        "托盘上的零件",
        "120 drawn images of bolts, nuts and washers, each in a box.",
        "120 张绘制的托盘图片，每个螺栓、螺母、垫圈都有一个矩形框。",
        epochs=12,
        image_size=160,
        batch_size=6,
        learning_rate=0.003,
    ),
    "image.segmentation": _card(
        "Cells under a microscope",
        "显微镜下的细胞",
        "100 drawn images of round and rod-shaped cells with their outlines.",
        "100 张绘制的显微图片，圆形与杆状细胞都标出了轮廓。",
        epochs=10,
        image_size=128,
        batch_size=6,
        learning_rate=0.003,
    ),
    "image.anomaly_detection": _card(
        "Flaws in cloth",
        "布料瑕疵",
        "104 drawn images of cloth; the model learns from good ones alone what a flaw is.",
        "104 张绘制的布料图片；模型只从正常图片学习什么是瑕疵。",
    ),
    "text.classification": _card(
        "What customers write about",
        "客户在说什么",
        "180 messages of customers from templates: is it about delivery, payment or quality?",
        "180 条由模板生成的客户留言：说的是物流、付款还是质量？",
    ),
    "text.sentiment": _card(
        "Hotel reviews",
        "酒店评论",
        "180 reviews of hotels from templates: is it praise or complaint?",
        "180 条由模板生成的酒店评论：是好评还是差评？",
    ),
    "text.similarity": _card(
        "Sentences alike",
        "句子相似度",
        "200 pairs of sentences from templates with a score of how alike they are.",
        "200 对由模板生成的句子，以及它们有多相似的分数。",
    ),
    "text.entity_extraction": _card(
        "Names in the news",
        "新闻中的名称",
        "160 sentences from templates with people, places and companies.",
        "160 个由模板生成的句子，标出了人名、地名和公司。",
    ),
    "text.relation_extraction": _card(
        "Who works where",
        "谁在哪里工作",
        "180 sentences from templates: who works for which firm and was born where.",
        "180 个由模板生成的句子：谁任职于哪家公司、出生在哪里。",
    ),
    "speech.sound_classification": _card(
        "Recordings of a workshop",
        "车间里的声音",
        "96 synthesised recordings of a second: siren, bell, knocking or humming.",
        "96 段一秒左右的合成声音：警笛、铃声、敲击或嗡鸣。",
        epochs=12,
    ),
    "speech.recognition": _card(
        "Dialled numbers",
        "电话拨号音",
        "180 synthesised recordings of numbers dialled on a telephone, with the digits.",
        "180 段合成的电话拨号录音，以及所拨的数字。",
        epochs=30,
        batch_size=6,
        learning_rate=0.0015,
        num_bands=32,
        dropout=0.0,
        ema_decay=0.95,
    ),
    "video.classification": _card(
        "Digits in motion",
        "运动的数字",
        "96 short videos of real handwritten digits: do they move left, right, spin or grow?",
        "96 段真实手写数字的短视频：向左、向右、旋转还是变大？",
        epochs=12,
        learning_rate=0.004,
        batch_size=6,
    ),
    "video.object_tracking": _card(
        "Parcels on belts",
        "传送带上的包裹",
        "16 drawn videos of a red and a blue parcel that pass one another.",
        "16 段绘制的视频，红色与蓝色包裹在传送带上相向而行。",
        epochs=8,
        image_size=96,
        batch_size=6,
        learning_rate=0.003,
    ),
    "ocr.text_recognition": _card(
        "Receipts",
        "小票文字",
        "120 drawn receipts with goods and prices, line by line.",
        "120 张绘制的小票，逐行标出商品与价格。",
        epochs=18,
        image_size=160,
        line_height=32,
        synthetic_lines=0,
        batch_size=6,
        learning_rate=0.005,
        ema_decay=0.98,
    ),
    "ocr.template": _card(
        "Boarding passes",
        "登机牌",
        "One marked boarding pass and 22 drawn as if photographed: read gate, seat and flight.",
        "一张标注好的登机牌，以及 22 张模拟拍摄的登机牌：读出登机口、座位和航班。",
        epochs=24,
        image_size=224,
        line_height=24,
        synthetic_lines=0,
        drawn_forms=80,
        words=["7", "36", "90", "125", "48"],
        batch_size=4,
        learning_rate=0.005,
        quarter_turns=False,
        max_angle=2,
        ema_decay=0.98,
    ),
    "tabular.prediction": _card(
        "Wines",
        "葡萄酒",
        "178 chemical analyses of real wines: of which grape is it?",
        "178 份真实葡萄酒的化学分析：是哪个葡萄品种？",
        accepted=["target_guessed"],
    ),
    "tabular.forecasting": _card(
        "Visitors of a museum",
        "博物馆参观人数",
        "Two generated years of visitors by day: how many come next?",
        "生成的两年每日参观人数：接下来会有多少人？",
    ),
    "retail.product_detection": _card(
        "Packages on shelves",
        "货架上的商品",
        "48 drawn photos of four products, from which shelves are composed.",
        "四种商品的 48 张绘制照片，训练时用它们拼成货架。",
        epochs=10,
        image_size=160,
        batch_size=6,
        synthetic_shelves=48,
        learning_rate=0.004,
    ),
    "multimodal.image_text_retrieval": _card(
        "Shapes and sentences",
        "图形与句子",
        "160 drawn images of coloured shapes with two sentences each, to be found by words.",
        "160 张彩色图形，每张配两个句子，可以用文字查找。",
        epochs=10,
        batch_size=16,
        learning_rate=0.003,
    ),
}
