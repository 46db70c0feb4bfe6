import { StoreFault } from '../adapters/files.ts'
import { type Config, readConfig } from '../base/config.ts'
import { StartError } from '../base/errors.ts'
import { type Reached, reachDatabase } from '../db/connect/reach.ts'

export interface CommandContext {
  config: Config
  /** Opens the database until the command ends: one that exists, or any. */
  reach(which: Parameters<typeof reachDatabase>[1]): Promise<Reached>
  /** The options that were given, such as `--clear-second-step`. */
  options: ReadonlySet<string>
}

/**
 * Runs a command with the server's settings, one argument and the options that it knows, and prints the text that it
 * returns. Without an argument the command takes `byDefault`, if there is one. An error ends the process with code 1;
 * of a `StartError` or a `StoreFault` only the message is printed.
 *
 * @param usage the words when the argument is missing; null for a command without one
 */
export function command(
  usage: string | null,
  run: (context: CommandContext, argument: string) => Promise<string>,
  known: readonly string[] = [],
  byDefault?: string,
) {
  void runCommand(usage, run, known, byDefault).then((code) => process.exit(code))
}

async function runCommand(
  usage: string | null,
  run: Parameters<typeof command>[1],
  known: readonly string[],
  byDefault: string | undefined,
) {
  const opened: Reached[] = []
  try {
    const given = process.argv.slice(2)
    const options = new Set(given.filter((each) => known.includes(each)))
    const [argument = byDefault, ...others] = given.filter((each) => !options.has(each))
    if (usage === null && argument !== undefined) throw new StartError('This command has no argument')
    if (usage !== null && (argument === undefined || others.length > 0)) throw new StartError(usage)
    const config = readConfig(process.env)
    const reach: CommandContext['reach'] = async (which) => {
      const database = await reachDatabase(config, which)
      opened.push(database)
      return database
    }
    process.stdout.write(`${await run({ config, reach, options }, argument ?? '')}\n`)
    return 0
  } catch (error) {
    process.stderr.write(
      `${error instanceof StartError || error instanceof StoreFault ? error.message : `${(error as Error).stack}`}\n`,
    )
    return 1
  } finally {
    for (const { close } of opened) await close()
  }
}
