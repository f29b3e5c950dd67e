/** The few messages of ONNX's protocol buffers that a graph of ours needs, by their published field numbers. */
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

export type Bytes = Uint8Array;

type Values = Float32Array | Int8Array | BigInt64Array;

export interface Graph {
  readonly nodes: readonly Bytes[];
  readonly initializers: readonly Bytes[];
  readonly inputs: readonly Bytes[];
  readonly outputs: readonly Bytes[];
  /** Operator sets by their domain. */
  readonly opsets: Readonly<Record<string, number>>;
}

const IR_VERSION = 8;

export function model({ nodes, initializers, inputs, outputs, opsets }: Graph): Bytes {
  const graph = write((to) => {
    for (const one of nodes) bytes(to, 1, one);
    text(to, 2, 'minilm');
    for (const one of initializers) bytes(to, 5, one);
    for (const one of inputs) bytes(to, 11, one);
    for (const one of outputs) bytes(to, 12, one);
  });
  return write((to) => {
    number(to, 1, IR_VERSION);
    bytes(to, 7, graph);
    for (const [domain, version] of Object.entries(opsets))
      bytes(
        to,
        8,
        write((set) => number(text(set, 1, domain), 2, version)),
      );
  });
}

export function node(
  op: string,
  inputs: readonly string[],
  outputs: readonly string[],
  attributes: readonly Bytes[] = [],
  domain = '',
): Bytes {
  return write((to) => {
    for (const input of inputs) text(to, 1, input);
    for (const output of outputs) text(to, 2, output);
    text(to, 3, outputs[0] as string);
    text(to, 4, op);
    for (const one of attributes) bytes(to, 5, one);
    text(to, 7, domain);
  });
}

export function attribute(name: string, value: number, kind: 'int' | 'float' = 'int'): Bytes {
  return write((to) => {
    text(to, 1, name);
    if (kind === 'float') to.tag(2, WireType.Bit32).float(value);
    else number(to, 3, value);
    number(to, 20, kind === 'float' ? 1 : 2);
  });
}

/** Floats (1), bytes with a sign (3) or whole numbers (7), as they lie in memory. */
export function tensor(name: string, values: Values, dims: readonly number[]): Bytes {
  const type = values instanceof Float32Array ? 1 : values instanceof Int8Array ? 3 : 7;
  return write((to) => {
    for (const dim of dims) number(to, 1, dim);
    number(to, 2, type);
    text(to, 8, name);
    bytes(to, 9, new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  });
}

/** A dimension with a name is open. */
export function valueInfo(name: string, type: number, dims: readonly (string | number)[]): Bytes {
  const shape = write((to) => {
    for (const dim of dims)
      bytes(
        to,
        1,
        write((one) => (typeof dim === 'string' ? text(one, 2, dim) : number(one, 1, dim))),
      );
  });
  const tensorType = write((to) => bytes(number(to, 1, type), 2, shape));
  return write((to) =>
    bytes(
      text(to, 1, name),
      2,
      write((kind) => bytes(kind, 1, tensorType)),
    ),
  );
}

function write(fill: (to: BinaryWriter) => unknown): Bytes {
  const to = new BinaryWriter();
  fill(to);
  return to.finish();
}

const text = (to: BinaryWriter, field: number, value: string) => to.tag(field, WireType.LengthDelimited).string(value);
const bytes = (to: BinaryWriter, field: number, value: Bytes) => to.tag(field, WireType.LengthDelimited).bytes(value);
const number = (to: BinaryWriter, field: number, value: number) => to.tag(field, WireType.Varint).int64(value);
