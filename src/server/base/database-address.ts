const ADDRESS = /^(?<before>postgres(?:ql)?:\/\/(?:[^/?#]*@)?)(?<hosts>[^/?#@]*)(?<after>.*)$/s

/**
 * The addresses of a database's servers: of `postgres://name:password@one:5432,two:5433/muster` one for each host, in
 * their order. An address with one host, or of another form, is returned unchanged.
 */
export function addressesOf(url: string): string[] {
  const { before = '', hosts = '', after = '' } = ADDRESS.exec(url)?.groups ?? {}
  return hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host}${after}`) : [url]
}

/** The address of another database on the same servers. */
export const withDatabaseName = (url: string, name: string) =>
  url.replace(/^(postgres(?:ql)?:\/\/[^/?#]*)(\/[^?#]*)?/, (_, before: string) => `${before}/${name}`)
