const BOUNDARY = 'muster-test-boundary'

export interface FormFile {
  content: Buffer | string
  fileName?: string
  type?: string
  field?: string
}

/** A multipart form as a browser sends it, for `raw`. With `fileFirst` the fields follow the file. */
export function formOf(fields: Record<string, string>, file?: FormFile | FormFile[], { fileFirst = false } = {}) {
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  for (const each of [file ?? []].flat()) {
    const { content, fileName = 'towels.pdf', type = 'application/pdf', field = 'file' } = each
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\n`
    parts.splice(
      fileFirst ? 0 : parts.length,
      0,
      Buffer.concat([head, content, '\r\n'].map((each) => Buffer.from(each))),
    )
  }
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  }
}
