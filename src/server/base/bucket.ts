import { isLoopbackName } from './loopback.ts'

/** Where files (`FILES_URL`) or backups (`BACKUP_TO`) are stored if not on a disk. */
export interface Bucket {
  /** Scheme, host and port of the object store, without a slash at the end. */
  endpoint: string
  name: string
  /** The beginning of all names in it: empty, or ending with a slash. */
  prefix: string
  key: string
  secret: string
  region: string
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/
const PREFIX = /^([A-Za-z0-9_][A-Za-z0-9._-]*\/)+$/
const REGION = /^[A-Za-z0-9-]{1,64}$/
const DEFAULT_REGION = 'us-east-1'

/**
 * Reads a bucket from `s3://key:secret@host:port/bucket?region=…&tls=…`. Returns a fault as a string, without the
 * secret.
 *
 * @param canShare whether folders may follow the bucket, as in `s3://key:secret@host/bucket/backups`
 */
export function readBucket(value: string, canShare = false): Bucket | string {
  if (!URL.canParse(value)) return 'is no address'
  const { protocol, hostname, host, pathname, username, password, searchParams, hash } = new URL(value)
  const [key, secret] = [decoded(username), decoded(password)]
  if (protocol !== 's3:' || !hostname || hash) return 'must be an address as s3://key:secret@host/bucket'
  if (!key || !secret)
    return 'must have a key and a secret, with special characters of the secret written as %2F for /, %2B for +, %25 for % and the like'
  const [name = '', ...folders] = pathname
    .slice(1)
    .split('/')
    .filter((part, at) => part || at === 0 || !canShare)
  const prefix = folders.map((folder) => `${folder}/`).join('')
  if (!NAME.test(name) || (prefix && !canShare)) return 'must end with the name of one bucket'
  if (prefix && !PREFIX.test(prefix)) return 'may name folders of letters, digits, points, - and _ alone'
  const unknown = [...searchParams.keys()].find((each) => each !== 'region' && each !== 'tls')
  if (unknown !== undefined) return `has "${unknown}", but knows only region and tls`
  const region = searchParams.get('region') ?? DEFAULT_REGION
  if (!REGION.test(region)) return 'has a region that is none'
  const tls = searchParams.get('tls') ?? (isLoopbackName(hostname) ? '0' : '1')
  if (tls !== '0' && tls !== '1') return 'must have tls=0 or tls=1'
  const endpoint = `${tls === '1' ? 'https' : 'http'}://${host.toLowerCase()}`
  return { endpoint, name, prefix, key, secret, region }
}

function decoded(part: string) {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}
