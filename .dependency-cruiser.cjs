/**
 * The house rule: dependencies point downwards only. A room may use the rooms listed after it, nothing else of src.
 * `allowed` is closed: a new room has no rights until it is named here.
 */
const GROUND = [
  ...['kernel', 'storage', 'models', 'teams', 'graph', 'clinical', 'knowledge', 'web', 'record'],
  ...['citations', 'search', 'functions', 'pipelines'],
];
const rooms = {
  kernel: [],
  storage: ['kernel'],
  graph: ['kernel', 'storage'],
  clinical: ['kernel'],
  knowledge: ['kernel'],
  record: ['kernel', 'storage', 'graph', 'clinical'],
  models: ['kernel'],
  web: ['kernel'],
  teams: ['kernel', 'models'],
  citations: ['kernel', 'storage'],
  search: ['kernel', 'storage', 'clinical', 'knowledge', 'citations'],
  functions: ['kernel', 'models', 'citations', 'search'],
  pipelines: ['kernel', 'storage', 'models', 'citations', 'search', 'functions'],
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
      from: { path: `^src/${room}/`, pathNot: '\\.test\\.ts$' },
      to: { path: '^src/', pathNot: `^src/(${[room, ...below].join('|')})/` },
    })),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
