"""Images with a prompt: clicks on a thing and a box around it.

An image is decoded and shown to the first network once; its next clicks are answered from memory.
"""

from easel.runtime.prompted.input import PromptedContext, PromptedImageInput, open_input
from easel.runtime.prompted.memory import Memory
from easel.runtime.prompted.prompt import Prompt

__all__ = ["Memory", "Prompt", "PromptedContext", "PromptedImageInput", "open_input"]
