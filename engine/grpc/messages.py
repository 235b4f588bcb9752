"""The messages of the Open Inference Protocol (KServe V2, ``GRPCInferenceService``).

Written as a table rather than as a ``.proto``: nothing has to be generated, and a pool of our own
lets a process hold another program's messages of the same names.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

SERVICE: Final = "inference.GRPCInferenceService"
_PACKAGE = "inference"
_TENSOR = "string name = 1; string datatype = 2; repeated int64 shape = 3"
# Tensors carry parameters and contents; where the protocol nests messages, names do not travel.
_MESSAGES: Final = {
    "Empty": "",
    "LiveResponse": "bool live = 1",
    "ReadyResponse": "bool ready = 1",
    "ServerMetadata": "string name = 1; string version = 2; repeated string extensions = 3",
    "ModelRequest": "string name = 1; string version = 2",
    "TensorMetadata": _TENSOR,
    "ModelMetadata": (
        "string name = 1; repeated string versions = 2; string platform = 3; "
        "repeated TensorMetadata inputs = 4; repeated TensorMetadata outputs = 5"
    ),
    "Parameter": (
        "oneof bool bool_param = 1; oneof int64 int64_param = 2; oneof string string_param = 3; "
        "oneof double double_param = 4; oneof uint64 uint64_param = 5"
    ),
    "NamedParameter": "string key = 1; Parameter value = 2",
    "Contents": (
        "repeated bool bool_contents = 1; repeated int32 int_contents = 2; "
        "repeated int64 int64_contents = 3; repeated uint32 uint_contents = 4; "
        "repeated uint64 uint64_contents = 5; repeated float fp32_contents = 6; "
        "repeated double fp64_contents = 7; repeated bytes bytes_contents = 8"
    ),
    "Tensor": f"{_TENSOR}; repeated NamedParameter parameters = 4; Contents contents = 5",
    "WantedOutput": "string name = 1; repeated NamedParameter parameters = 2",
    "InferRequest": (
        "string model_name = 1; string model_version = 2; string id = 3; "
        "repeated NamedParameter parameters = 4; repeated Tensor inputs = 5; "
        "repeated WantedOutput outputs = 6; repeated bytes raw_input_contents = 7"
    ),
    "InferResponse": (
        "string model_name = 1; string model_version = 2; string id = 3; "
        "repeated NamedParameter parameters = 4; repeated Tensor outputs = 5; "
        "repeated bytes raw_output_contents = 6"
    ),
}
_Field = descriptor_pb2.FieldDescriptorProto


def _fields(text: str) -> Iterator[Any]:
    for declaration in filter(None, text.split("; ")):
        *labels, kind, name, _, number = declaration.split()
        field = _Field(name=name, number=int(number), label=_Field.LABEL_OPTIONAL)
        if "repeated" in labels:
            field.label = _Field.LABEL_REPEATED
        elif "oneof" in labels:
            field.oneof_index = 0
        if kind in _MESSAGES:
            field.type, field.type_name = _Field.TYPE_MESSAGE, f".{_PACKAGE}.{kind}"
        else:
            field.type = _Field.Type.Value(f"TYPE_{kind.upper()}")
        yield field


def _made() -> dict[str, Any]:
    file = descriptor_pb2.FileDescriptorProto(
        name="open_inference.proto", package=_PACKAGE, syntax="proto3"
    )
    for name, text in _MESSAGES.items():
        message = file.message_type.add(name=name)
        message.field.extend(_fields(text))
        if "oneof " in text:
            message.oneof_decl.add(name="choice")
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return {
        name: message_factory.GetMessageClass(pool.FindMessageTypeByName(f"{_PACKAGE}.{name}"))
        for name in _MESSAGES
    }


_CLASSES = _made()
Empty = _CLASSES["Empty"]
LiveResponse = _CLASSES["LiveResponse"]
ReadyResponse = _CLASSES["ReadyResponse"]
ServerMetadata = _CLASSES["ServerMetadata"]
ModelRequest = _CLASSES["ModelRequest"]
ModelMetadata = _CLASSES["ModelMetadata"]
InferRequest = _CLASSES["InferRequest"]
InferResponse = _CLASSES["InferResponse"]
