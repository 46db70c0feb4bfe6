import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** The servers look at their clock each 5 ms. */
const SEEN_AFTER = 12

/**
 * One time for real servers and their database, which is moved on at will and passes in between. The servers load
 * `simulated-clock.mjs`. In the database a function of the name `now` hides the built-in one, in statements and in the
 * defaults of columns.
 */
export class SimulatedTime {
  /** For the environment of a server. */
  readonly settings: { SIMULATED_CLOCK: string }
  /** Node's arguments to load the simulated clock before the server. */
  readonly preload = ['--import', './test/support/simulated-clock.mjs']
  private ahead = 0
  private readonly database: pg.Client

  private constructor(database: pg.Client, folder: string) {
    this.database = database
    this.settings = { SIMULATED_CLOCK: join(folder, 'clock') }
  }

  /** Sets the time of a migrated database without servers. Older connections keep the machine's time. */
  static async begin(database: pg.Client, folder: string, from: number) {
    await database.query(`
      create schema simulated;
      create table simulated.clock as select interval '0' as ahead;
      create function simulated.now() returns timestamptz language sql stable
        as 'select pg_catalog.now() + (select ahead from simulated.clock)';
      do $$
      declare
        found record;
      begin
        execute format('alter database %I set search_path = simulated, public, pg_catalog', current_database());
        for found in
          select attrelid::regclass as of_table, attname as name from pg_attrdef
            join pg_attribute on attrelid = adrelid and attnum = adnum where pg_get_expr(adbin, adrelid) = 'now()'
        loop
          execute format('alter table %s alter column %I set default simulated.now()', found.of_table, found.name);
        end loop;
      end $$;
      set search_path = simulated, public, pg_catalog;
      set timezone = 'UTC'`)
    const time = new SimulatedTime(database, folder)
    await time.set(from - Date.now())
    return time
  }

  now() {
    return Date.now() + this.ahead
  }

  /** Moves on to a time, if it is to come, and lets every server see that. */
  async moveTo(time: number) {
    if (time > this.now()) await this.set(time - Date.now())
  }

  private async set(ahead: number) {
    const { SIMULATED_CLOCK: file } = this.settings
    // Never half written.
    writeFileSync(`${file}.next`, String(ahead))
    renameSync(`${file}.next`, file)
    this.ahead = ahead
    await sleep(SEEN_AFTER)
    await this.database.query(`update simulated.clock set ahead = $1::int8 * interval '1 millisecond'`, [ahead])
  }
}
