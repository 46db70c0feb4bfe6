import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { buildServer } from '../../scripts/build.mjs'
import { ensureCompiled } from '../../scripts/messages/catalogues.mjs'
import { projectRoot } from '../../src/server/base/project-root.ts'
import { openEmbedded } from '../../src/server/db/embedded/embedded.ts'
import { APP_ROLE } from '../../src/server/db/embedded/roles.ts'
import { superuserAddress } from '../../src/server/db/embedded/running.ts'
import { migrateDatabase } from '../../src/server/db/migrate/migrate.ts'
import { TEST_SERVER } from './server-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The database server with the template database. Tests make their own copies. */
    databaseServer: string
  }
}

export const TEMPLATE = 'muster_template'

/** Opens one real PostgreSQL for the run, with a migrated template to copy. Bundles the server if needed. */
export default async function setUp(project: TestProject) {
  await ensureCompiled()
  // `npm test` names its build; another run makes one of its own.
  const built = process.env[TEST_SERVER]
  const server = built ?? join(projectRoot, 'dist', `server.${process.pid}`)
  const bundled = built ? undefined : buildServer(server)
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-test-'))
  // These databases need not survive a power cut. The crash tests use others.
  const embedded = await openEmbedded({ dataDir, volatile: true })
  const admin = new pg.Client({ connectionString: superuserAddress(dataDir) })
  await admin.connect()
  // Muster's role creates and drops the databases of the tests, and may skip the disk. Nothing else runs as superuser.
  await admin.query(`alter role ${APP_ROLE} createdb`)
  await admin.query(`grant set on parameter session_replication_role to ${APP_ROLE}`)
  // Autovacuum may be in a database that a test drops or empties.
  await admin.query(`grant pg_signal_autovacuum_worker, pg_signal_backend to ${APP_ROLE}`)
  await admin.query(`create database ${TEMPLATE} owner ${APP_ROLE}`)
  await admin.end()
  await migrateDatabase(databaseUrl(embedded.url, TEMPLATE))
  project.provide('databaseServer', embedded.url)
  await bundled
  process.env[TEST_SERVER] = server
  return async () => {
    if (!built) await rm(server, { recursive: true, force: true })
    await embedded.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The address of another database on the same server. */
export function databaseUrl(server: string, name: string) {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.toString()
}
