/**
 * Measures what its words name. Six programs have words of their own: `npm run bench -- explain
 * tasks.list`. All other words are parts of one report: `npm run bench -- calls lists 10000`.
 */
const programs = ['analytics', 'audit', 'explain', 'exports', 'hours', 'planner']
const [name = '', ...words] = process.argv.slice(2)
if (programs.includes(name)) {
  process.argv = [...process.argv.slice(0, 2), ...words]
  await import(`./${name}.ts`)
} else await import('./run.ts')
