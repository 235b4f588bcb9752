/**
 * What people call a task and what they work on with it, in both languages: a search finds it in
 * the other language too, and by the words of papers and of other tools.
 */
export const TASK_WORDS: Readonly<Record<string, string>> = {
  "image.classification":
    "image classification 图片分类 图像分类 分类 打标签 category tagging recognition multi-label ImageNet ResNet",
  "image.object_detection":
    "object detection 物体检测 目标检测 检测 矩形框 缺陷检测 bounding box bbox key points keypoints pose 关键点 COCO YOLO SSD DETR",
  "image.segmentation":
    "image segmentation 图像分割 语义分割 实例分割 分割 掩码 多边形 抠图 semantic instance mask polygon U-Net Mask R-CNN SAM",
  "image.anomaly_detection":
    "anomaly detection 异常检测 缺陷检测 瑕疵 质检 defect inspection unsupervised one-class MVTec PatchCore",
  "text.classification":
    "text classification 文本分类 意图识别 意图 垃圾信息 主题 新闻分类 intent spam topic category NLP BERT",
  "text.sentiment":
    "sentiment analysis 情感分析 情感倾向 评论 观点 褒贬 opinion review aspect ABSA polarity NLP",
  "text.similarity":
    "text similarity 文本相似度 相似度 语义匹配 去重 检索 duplicate matching pairs STS embedding semantic search NLP",
  "text.entity_extraction":
    "entity extraction 实体抽取 命名实体识别 实体识别 序列标注 信息抽取 NER named entity recognition tagging spans NLP",
  "text.relation_extraction":
    "relation extraction 关系抽取 三元组 知识图谱 信息抽取 RE triples knowledge graph NLP",
  "speech.sound_classification":
    "sound classification 声音分类 音频分类 异响 关键词唤醒 audio keyword spotting noise acoustic machine",
  "speech.recognition":
    "speech recognition 语音识别 语音转文字 转写 听写 ASR transcription dictation speech-to-text STT Whisper",
  "video.classification":
    "video classification 视频分类 动作识别 行为识别 action recognition activity clips",
  "video.object_tracking":
    "object tracking 目标跟踪 多目标跟踪 追踪 MOT tracking tracks follow SORT",
  "ocr.text_recognition":
    "text recognition 文字识别 文本行 票据 读字 OCR lines reading scene text detection CRNN",
  "ocr.template":
    "form reading 模板识别 表单 单据 发票 证件 OCR template invoice receipt document fields key information",
  "tabular.prediction":
    "table prediction 表格预测 结构化数据 分类 回归 CSV Excel classification regression tabular AutoML XGBoost churn 流失",
  "tabular.forecasting":
    "forecasting 时序预测 时间序列 销量预测 需求预测 time series demand sales ARIMA",
  "retail.product_detection":
    "product detection 商品检测 货架 陈列 排面 价签 检测 SKU shelf facings price tags planogram",
  "multimodal.image_text_retrieval":
    "image and text search 图文检索 以文搜图 以图搜文 跨模态 retrieval CLIP embedding caption",
};
