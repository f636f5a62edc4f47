"""Makes a Llama of a few thousand random weights, with a byte-level tokenizer: `make_tiny_model.py FOLDER [--base]`."""

import sys

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

folder = sys.argv[1]
words = ["<s>", "</s>", *sorted(pre_tokenizers.ByteLevel.alphabet())]
core = Tokenizer(models.BPE(vocab={word: at for at, word in enumerate(words)}, merges=[]))
core.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
core.decoder = decoders.ByteLevel()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=core, bos_token="<s>", eos_token="</s>")
if "--base" not in sys.argv:
    tokenizer.chat_template = (
        "{% for message in messages %}<s>{{ message.role }}\n{{ message.content }}"
        "{% if not loop.last %}\n{% endif %}{% endfor %}"
        "{% if add_generation_prompt %}\n<s>assistant\n{% endif %}"
    )
tokenizer.save_pretrained(folder)
torch.manual_seed(0)
config = LlamaConfig(
    vocab_size=len(words),
    hidden_size=32,
    intermediate_size=64,
    num_hidden_layers=2,
    num_attention_heads=4,
    num_key_value_heads=2,
    max_position_embeddings=4096,
    bos_token_id=0,
    eos_token_id=1,
)
LlamaForCausalLM(config).save_pretrained(folder)
