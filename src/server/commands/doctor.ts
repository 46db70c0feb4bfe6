import type { Finding } from '../../shared/operations.ts'
import type { Config } from '../base/config.ts'
import { StartError } from '../base/errors.ts'
import { hasEmbedded } from '../db/embedded/running.ts'
import { checkDatabaseSetup } from '../doctor/database.ts'
import { examine } from '../doctor/examine.ts'
import { runCheck, warning } from '../doctor/finding.ts'
import { type CommandContext, command } from './command.ts'

/**
 * `npm run doctor` examines a deployment by its settings. It prints a line for each thing, and ends with code 1 if
 * there is a fault. Muster may run meanwhile, or not.
 */
command(null, printFindings)

async function printFindings({ config, reach }: CommandContext) {
  const findings = await examine(config, examineDatabase(config, reach))
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
