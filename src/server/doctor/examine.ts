import type { Finding } from '../../shared/operations.ts'
import type { Config } from '../base/config.ts'
import { checkBackupPlace } from './backups.ts'
import { checkCertificate } from './certificate.ts'
import { checkPooler, checkReplica } from './database.ts'
import { type Check, runCheck } from './finding.ts'
import { checkDisk, checkNode, checkSettings } from './machine.ts'
import { checkMetrics } from './metrics.ts'
import { checkFiles, checkMail, checkProvider, checkPush, checkReceiver } from './outside.ts'
import { checkPublicUrl } from './public-url.ts'

/**
 * Examines a deployment by its settings: the things that it needs on this machine and outside, and the answers of
 * database and proxy. All checks run together, for some seconds at most. Nothing stays behind.
 *
 * @param ofDatabase the findings about the database, whose address the caller knows
 */
export async function examine(config: Config, ofDatabase: Promise<Finding[]>): Promise<Finding[]> {
  const checks: [about: string, check: Check][] = [
    ['Pooler', () => checkPooler(config)],
    ['Standby', () => checkReplica(config)],
    ['Node.js', checkNode],
    ['Settings', async () => checkSettings(process.env)],
    ['Disk', () => checkDisk(config)],
    ['Files', () => checkFiles(config)],
    ['Backups', () => checkBackupPlace(config)],
    ['E-mail', () => checkMail(config)],
    ['Push', () => checkPush(config)],
    ['Single sign-on', () => checkProvider(config)],
    ['Traces', () => checkReceiver(config)],
    ['Address', () => checkPublicUrl(config)],
    ['Certificate', () => checkCertificate(config)],
    ['Metrics', () => checkMetrics(config)],
  ]
  const found = await Promise.all([ofDatabase, ...checks.map(([about, check]) => runCheck(about, check))])
  return found.flat()
}
