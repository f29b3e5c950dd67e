/**
 * The house rule: dependencies point downwards only. A room may use the rooms listed after it, nothing else of src.
 * `allowed` is closed: a new room has no rights until it is named here.
 */
const GROUND = [
  ...[
    'text',
    'reading',
    'kernel',
    'threads',
    'documents',
    'fetching',
    'storage',
    'models',
    'teams',
    'graph',
    'clinical',
  ],
  ...['knowledge', 'sources', 'record'],
  ...['citations', 'search', 'functions', 'pipelines'],
  ...['today', 'lending', 'reasoning', 'memory', 'triggers', 'mail', 'a2a', 'assistant', 'study', 'research'],
];
/** Stores that rooms above keep in the data file. */
const ADAPTERS = '^src/storage/rooms/';
/** SQLite, and what of storage takes or gives a handle. */
const HANDLES = '^(node:)?sqlite$|^src/storage/(handle|data-file|database|migrations|stores|sqlite.*|rooms/.+)\\.ts$';
const rooms = {
  text: [],
  kernel: ['text'],
  threads: ['kernel'],
  reading: ['kernel', 'text'],
  documents: ['kernel', 'text'],
  fetching: ['kernel', 'text', 'documents'],
  storage: ['kernel', 'text'],
  today: ['kernel', 'storage', 'lending'],
  lending: ['kernel', 'threads', 'storage', 'models', 'today'],
  graph: ['kernel', 'storage', 'text'],
  clinical: ['kernel', 'text'],
  knowledge: ['kernel', 'text'],
  record: ['kernel', 'lending', 'storage', 'graph', 'clinical', 'text', 'documents'],
  models: ['kernel', 'text'],
  sources: ['kernel', 'text', 'fetching'],
  teams: ['kernel', 'models', 'text'],
  citations: ['kernel', 'storage', 'text', 'reading'],
  reasoning: [
    'kernel',
    'lending',
    'threads',
    'storage',
    'graph',
    'clinical',
    'knowledge',
    'record',
    'citations',
    'text',
    'today',
    'search',
  ],
  search: [
    'kernel',
    'lending',
    'threads',
    'storage',
    'clinical',
    'knowledge',
    'citations',
    'text',
    'documents',
    'reading',
  ],
  functions: ['kernel', 'lending', 'models', 'citations', 'search', 'text', 'reading', 'threads'],
  pipelines: ['kernel', 'lending', 'storage', 'models', 'citations', 'search', 'functions', 'text', 'reading'],
  memory: ['kernel', 'lending', 'storage', 'text', 'documents', 'fetching', 'sources'],
  triggers: ['kernel', 'lending', 'storage', 'text', 'fetching', 'sources'],
  mail: ['kernel', 'lending', 'storage', 'text', 'fetching', 'sources'],
  research: [
    ...['kernel', 'lending', 'storage', 'text', 'fetching', 'sources', 'memory', 'triggers', 'mail'],
    ...['search', 'clinical', 'knowledge', 'citations', 'threads'],
  ],
  a2a: ['kernel', 'threads', 'storage', 'teams', 'models', 'text', 'fetching'],
  study: [
    ...['kernel', 'lending', 'threads', 'storage', 'text', 'clinical', 'triggers', 'search', 'knowledge'],
    ...['citations', 'today'],
  ],
  assistant: [
    ...[
      'kernel',
      'lending',
      'threads',
      'storage',
      'graph',
      'text',
      'documents',
      'fetching',
      'sources',
      'memory',
      'triggers',
    ],
    ...['mail', 'search', 'functions', 'clinical', 'knowledge', 'citations', 'models', 'today'],
  ],
  app: [...GROUND],
  server: [...GROUND, 'app'],
  cli: [...GROUND, 'app', 'server'],
};

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'not-to-tests', severity: 'error', from: { pathNot: '\\.test\\.ts$' }, to: { path: '\\.test\\.ts$' } },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'known-room',
      comment: 'every folder of src is a room named in .dependency-cruiser.cjs',
      severity: 'error',
      from: { path: `^src/(?!(${Object.keys(rooms).join('|')})/)` },
      to: {},
    },
    ...Object.entries(rooms).map(([room, below]) => ({
      name: `${room}-looks-down`,
      severity: 'error',
      from: { path: `^src/${room}/`, pathNot: ['\\.test\\.ts$', ADAPTERS] },
      to: { path: '^src/', pathNot: `^src/(${[room, ...below].join('|')})/` },
    })),
    {
      name: 'handles-stay-below',
      comment:
        'only storage, record and graph (and what tests look behind the stores with) touch a database handle; the others are handed stores',
      severity: 'error',
      from: {
        path: '^(src|teams|examples|deploy|bin)/',
        pathNot: ['^src/(storage|record|graph)/', '\\.test\\.ts$', '/fixtures?\\.ts$', '^teams/[^/]+/_eval/'],
      },
      to: { path: HANDLES },
    },
    {
      name: 'services-have-one-client',
      comment: 'a database elsewhere is a service: its client is in one place of the room that speaks to it',
      severity: 'error',
      from: {
        path: '^(src|teams)/',
        pathNot: ['^src/search/shared/connection\\.ts$', '^src/graph/neo4j/', '\\.test\\.ts$'],
      },
      to: { path: '(^|node_modules/)(pg|neo4j-driver)(/|$)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'stores-know-rooms-by-type',
      comment:
        'a store keeps what a room above asks for: it knows the interface and the rows, and runs none of its code',
      severity: 'error',
      from: { path: ADAPTERS, pathNot: '\\.test\\.ts$' },
      to: { path: '^src/', pathNot: '^src/(storage|kernel|text)/', dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // A package of its own, with its own dependencies.
    exclude: { path: '^examples/adk/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
