import pg from 'pg'

/** The cluster's first role, a superuser. It only sets the database up. */
export const SUPERUSER = 'muster'
/** The role for all other work. It owns the database and everything in it. */
export const APP_ROLE = 'muster_app'
export const DATABASE = 'muster'

/**
 * Everything that the superuser owns, except in the system and the extensions, with the kind and name for `alter`. The
 * sequences of a table change their owner with the table.
 */
const OWNED = `
  with extension_members as (select classid, objid from pg_depend where deptype = 'e'),
  own as (select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')
  select 1 as place, 'schema' as kind, quote_ident(nspname) as name from pg_namespace
    where oid in (select oid from own) and nspowner = current_user::regrole
  union all
  select 2, case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end,
      oid::regclass::text
    from pg_class
    where relnamespace in (select oid from own) and relowner = current_user::regrole and relkind in ('r', 'p', 'v', 'm', 'S')
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype in ('a', 'i') and pg_class.relkind = 'S')
      and ('pg_class'::regclass, oid) not in (select classid, objid from extension_members)
  union all
  select 3, 'routine', oid::regprocedure::text from pg_proc
    where pronamespace in (select oid from own) and proowner = current_user::regrole
      and ('pg_proc'::regclass, oid) not in (select classid, objid from extension_members)
  union all
  select 4, 'type', oid::regtype::text from pg_type
    where typnamespace in (select oid from own) and typowner = current_user::regrole and typtype in ('e', 'd')
      and ('pg_type'::regclass, oid) not in (select classid, objid from extension_members)
  order by place`

/**
 * Creates the database and its role if they do not exist, and sets the role's password. If an earlier version created
 * tables as the superuser, the role becomes their owner. Throws PostgreSQL's own errors.
 *
 * @param address the URL of the server with the superuser's name and password, without a database
 * @returns whether the database is new
 */
export async function setUpRoles(address: string, password: string): Promise<boolean> {
  const isNew = await withClient(`${address}/postgres`, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`create database ${DATABASE}`)
    return rowCount === 0
  })
  // In one transaction, so that a role that can sign in owns everything.
  await withClient(`${address}/${DATABASE}`, async (client) => {
    await client.query('begin')
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [APP_ROLE])
    if (rowCount === 0) await client.query(`create role ${APP_ROLE}`)
    const secret = pg.escapeLiteral(password)
    await client.query(
      `alter role ${APP_ROLE} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password ${secret}`,
    )
    await client.query(`alter database ${DATABASE} owner to ${APP_ROLE}`)
    const { rows } = await client.query<{ kind: string; name: string }>(OWNED)
    for (const { kind, name } of rows) await client.query(`alter ${kind} ${name} owner to ${APP_ROLE}`)
    await client.query('commit')
  })
  return isNew
}

async function withClient<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, ssl: false, connectionTimeoutMillis: 5000 })
  client.on('error', () => {}) // The calls below report the error.
  try {
    await client.connect()
    return await run(client)
  } finally {
    await client.end().catch(() => {})
  }
}
