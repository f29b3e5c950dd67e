import { failRun } from '../cypher/reject.ts';
import { isNode, isPath, isRelationship, type Value } from '../values.ts';
import { type Definition, wrongType } from './registry.ts';

/** Functions of nodes, relationships, paths and maps. */
export const graphFunctions: Record<string, Definition> = {
  elementId: {
    min: 1,
    max: 1,
    accepts: ['node', 'relationship'],
    returns: 'string',
    run: ([entity], { graph }) => {
      if (isNode(entity!) || isRelationship(entity!)) return graph.elementId(entity);
      throw wrongType('elementId', entity!);
    },
  },
  id: {
    min: 1,
    max: 1,
    accepts: ['node', 'relationship'],
    returns: 'integer',
    run: ([entity]) => {
      if (isNode(entity!) || isRelationship(entity!)) return BigInt(entity.id);
      throw wrongType('id', entity!);
    },
  },
  labels: {
    min: 1,
    max: 1,
    accepts: ['node'],
    returns: 'list',
    run: ([node]) => {
      if (!isNode(node!)) throw wrongType('labels', node!);
      return [...node.labels];
    },
  },
  type: {
    min: 1,
    max: 1,
    accepts: ['relationship'],
    returns: 'string',
    run: ([relationship]) => {
      if (!isRelationship(relationship!)) throw wrongType('type', relationship!);
      return relationship.type;
    },
  },
  startNode: {
    min: 1,
    max: 1,
    accepts: ['relationship'],
    returns: 'node',
    run: ([relationship], { graph }) => {
      if (!isRelationship(relationship!)) throw wrongType('startNode', relationship!);
      return graph.node(relationship.from);
    },
  },
  endNode: {
    min: 1,
    max: 1,
    accepts: ['relationship'],
    returns: 'node',
    run: ([relationship], { graph }) => {
      if (!isRelationship(relationship!)) throw wrongType('endNode', relationship!);
      return graph.node(relationship.to);
    },
  },
  nodes: {
    min: 1,
    max: 1,
    accepts: ['path'],
    returns: 'list',
    run: ([path]) => {
      if (!isPath(path!)) throw wrongType('nodes', path!);
      return [...path.nodes];
    },
  },
  relationships: {
    min: 1,
    max: 1,
    accepts: ['path'],
    returns: 'list',
    run: ([path]) => {
      if (!isPath(path!)) throw wrongType('relationships', path!);
      return [...path.relationships];
    },
  },
  length: {
    min: 1,
    max: 1,
    accepts: ['path'],
    returns: 'integer',
    run: ([path]) => {
      if (!isPath(path!)) throw wrongType('length', path!);
      return BigInt(path.relationships.length);
    },
  },
  properties: {
    min: 1,
    max: 1,
    accepts: ['node', 'relationship', 'map'],
    returns: 'map',
    run: ([of]) => propertiesOf(of!),
  },
  keys: {
    min: 1,
    max: 1,
    accepts: ['node', 'relationship', 'map'],
    returns: 'list',
    run: ([of]) => {
      if (isNode(of!) || isRelationship(of!)) return of.properties.keys();
      if (of instanceof Map) return [...of.keys()];
      throw wrongType('keys', of!);
    },
  },
  exists: { min: 1, max: 1, returns: 'boolean', nulls: true, run: ([value]) => value !== null },
};

function propertiesOf(of: Value): Value {
  if (isNode(of) || isRelationship(of)) return of.properties.toMap();
  if (of instanceof Map) return of;
  throw failRun('InvalidArgumentType', 'properties() takes a node, a relationship or a map.');
}
