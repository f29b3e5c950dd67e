/**
 * The house rule: dependencies point downwards only. A room may use the rooms listed after it, nothing else of src.
 * `allowed` is closed: a new room has no rights until it is named here.
 */
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
  app: ['kernel', 'storage', 'models', 'teams', 'graph', 'clinical', 'knowledge', 'web', 'record'],
  server: ['kernel', 'storage', 'models', 'teams', 'graph', 'clinical', 'knowledge', 'web', 'record', 'app'],
  cli: ['kernel', 'storage', 'models', 'teams', 'graph', 'clinical', 'knowledge', 'web', 'record', 'app', 'server'],
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
