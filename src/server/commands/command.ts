import { type Config, readConfig } from '../base/config.ts'
import { StartError } from '../base/errors.ts'
import { type Reached, reachDatabase } from '../db/reach.ts'

interface Means {
  config: Config
  /** Opens the database, one that is there or any, until the end. */
  reach(which: Parameters<typeof reachDatabase>[1]): Promise<Reached>
}

/**
 * Runs a command beside the server, with the same settings and its one argument; prints what it gives. A `StartError` is told
 * in its own words and ends with 1.
 */
export function command(usage: string, work: (means: Means, argument: string) => Promise<string>) {
  void run(usage, work).then((code) => process.exit(code))
}

async function run(usage: string, work: Parameters<typeof command>[1]) {
  const opened: Reached[] = []
  try {
    const [argument, ...others] = process.argv.slice(2)
    if (!argument || others.length > 0) throw new StartError(usage)
    const config = readConfig(process.env)
    const reach: Means['reach'] = async (which) => {
      const database = await reachDatabase(config, which)
      opened.push(database)
      return database
    }
    process.stdout.write(`${await work({ config, reach }, argument)}\n`)
    return 0
  } catch (error) {
    process.stderr.write(`${error instanceof StartError ? error.message : `${(error as Error).stack}`}\n`)
    return 1
  } finally {
    for (const { close } of opened) await close()
  }
}
