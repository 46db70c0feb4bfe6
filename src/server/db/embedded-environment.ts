/** What PostgreSQL's programs need to be found and to run, on any system. */
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
 * The environment for PostgreSQL's programs. Ours holds secrets of Muster (the first password, the mail server's), and other
 * processes of the database's user could read them there; PG… and LC_… would change how it works.
 */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => NEEDED.includes(name))
  return { ...Object.fromEntries(inherited), LC_ALL: 'C' }
}
