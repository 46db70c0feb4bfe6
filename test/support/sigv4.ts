import { createHash, createHmac } from 'node:crypto'

/** The signed parts of a request. Names of headers are in small letters. */
export interface SignedRequest {
  method: string
  /** As it was sent, with its query. */
  url: string
  headers: Record<string, string>
  signedHeaders: string[]
  /** As `20130524T000000Z`. */
  date: string
  region: string
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)

/** The signature of a request to S3 by Signature Version 4. It shares no code with Muster's signing. */
export function signatureOf(secret: string, request: SignedRequest): string {
  const { method, url, headers, signedHeaders, date, region } = request
  const [path = '', search = ''] = url.split('?')
  const query = search
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=').map(decodeURIComponent)
      return `${encode(name)}=${encode(value)}`
    })
  const canonical = [
    method,
    path.split('/').map(decodeURIComponent).map(encode).join('/'),
    query.sort().join('&'),
    ...signedHeaders.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n')
  const scope = `${date.slice(0, 8)}/${region}/s3/aws4_request`
  const toSign = `AWS4-HMAC-SHA256\n${date}\n${scope}\n${sha256(canonical)}`
  const key = scope.split('/').reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${secret}`)
  return hmac(key, toSign).toString('hex')
}
