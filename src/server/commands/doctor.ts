import type { Config } from '../base/config.ts'
import { StartError } from '../base/errors.ts'
import { hasEmbedded } from '../db/embedded/running.ts'
import { type CommandContext, command } from './command.ts'
import { checkBackupPlace } from './doctor/backups.ts'
import { checkDatabaseSetup, checkPooler, checkReplica } from './doctor/database.ts'
import { type Check, type Finding, runCheck, warning } from './doctor/finding.ts'
import { checkDisk, checkNode, checkSettings } from './doctor/machine.ts'
import { checkMetrics } from './doctor/metrics.ts'
import { checkFiles, checkMail, checkProvider, checkPush, checkReceiver } from './doctor/outside.ts'
import { checkPublicUrl } from './doctor/public-url.ts'

/**
 * `npm run doctor` checks a deployment by its settings: the things that it needs on this machine and outside, and the
 * answers of database and proxy. It prints a line for each thing, and ends with code 1 if there is a fault. Muster may
 * run meanwhile, or not. Nothing stays behind.
 */
command(null, examine)

async function examine({ config, reach }: CommandContext) {
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
    ['Metrics', () => checkMetrics(config)],
  ]
  const [ofDatabase, ...others] = await Promise.all([
    examineDatabase(config, reach),
    ...checks.map(([about, check]) => runCheck(about, check)),
  ])
  const findings = [...ofDatabase, ...others.flat()]
  for (const { level, about, says } of findings)
    process.stdout.write(`${level.padEnd(7)}  ${about}: ${says.replace(/\.$/, '')}.\n`)
  const [faults, warnings] = (['fault', 'warning'] as const).map(
    (level) => findings.filter((each) => each.level === level).length,
  ) as [number, number]
  const summary = `\n${count(faults, 'fault').replace('no', 'No')}, ${count(warnings, 'warning')}.`
  if (faults > 0) throw new StartError(summary)
  return summary
}

const count = (number: number, word: string) => `${number || 'no'} ${word}${number === 1 ? '' : 's'}`

/** The embedded database is started for this if Muster does not run, which may take longer than a check. */
async function examineDatabase(config: Config, reach: CommandContext['reach']): Promise<Finding[]> {
  const about = 'Database'
  if (!config.databaseUrl && !hasEmbedded(config.dataDir)) {
    const says = `There is none in ${config.dataDir} yet: the first start makes it. If there should be one, DATA_DIR names the wrong folder.`
    return [warning(about, says)]
  }
  try {
    const { url } = await reach('existing')
    return await runCheck(about, () => checkDatabaseSetup(config, url))
  } catch (error) {
    return runCheck(about, () => Promise.reject(error))
  }
}
