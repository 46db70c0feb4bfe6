/** The variables that PostgreSQL's programs need, on any system. */
const NEEDED = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TEMP',
  'TMP',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'SystemRoot',
  'SystemDrive',
]

/**
 * The environment for PostgreSQL's programs. It leaves out Muster's secrets, which other processes of the database's
 * user could read there, and the variables PG… and LC_…, which would change how PostgreSQL works.
 */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => NEEDED.includes(name))
  return { ...Object.fromEntries(inherited), LC_ALL: 'C' }
}
