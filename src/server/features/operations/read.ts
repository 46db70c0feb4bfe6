import type { Operations } from '../../../shared/operations.ts'
import { type Config, release } from '../../base/config.ts'
import type { Context } from '../../core/context.ts'
import { checkDatabaseSetup } from '../../doctor/database.ts'
import { examine } from '../../doctor/examine.ts'
import { runCheck } from '../../doctor/finding.ts'

/** How long an examination is answered again, in milliseconds: it asks servers of other people too. */
const FRESH_MS = 10_000

/** The examination of each server that runs, or that was begun last. */
const examinations = new WeakMap<Config, { begun: number; operations: Promise<Operations> }>()

/** Examines the deployment. Everybody who asks a server within ten seconds shares one result. */
export function readOperations({ services, now }: Context): Promise<Operations> {
  const { config, database } = services
  const last = examinations.get(config)
  if (last && performance.now() - last.begun < FRESH_MS) return last.operations
  const operations = examineNow(config, database.url, now)
  examinations.set(config, { begun: performance.now(), operations })
  return operations
}

async function examineNow(config: Config, databaseUrl: string, now: Date): Promise<Operations> {
  const findings = await examine(
    config,
    runCheck('Database', () => checkDatabaseSetup(config, databaseUrl)),
  )
  const startedAt = new Date(now.getTime() - process.uptime() * 1000).toISOString()
  return { release, startedAt, examinedAt: now.toISOString(), findings }
}
