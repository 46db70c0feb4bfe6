import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort } from 'node:worker_threads'

/**
 * Looks into PDFs that strangers have made, away from the main thread, which ends this one when it takes too long. The
 * heap is bounded from outside; what pdf.js unpacks lies outside the heap, and is bounded here. Plain JavaScript, as a
 * thread of Node 20 reads no TypeScript.
 *
 * @typedef {import('../pdf.ts').PdfJob} PdfJob
 * @typedef {import('../pdf.ts').PdfReply} PdfReply
 * @typedef {import('pdfjs-dist').PDFDocumentProxy} Document
 */

/** Arrays from this size on count, each and together: a stream of a kilobyte can unpack into gigabytes. */
const LARGE = 1024 * 1024
const MOST_IN_ONE = 48 * LARGE
const MOST_TOGETHER = 160 * LARGE
/** pdf.js holds the whole file's length as one array, of which only what is read takes memory. */
let fileSize = 0
let together = 0

const Plain = globalThis.Uint8Array
globalThis.Uint8Array = new Proxy(Plain, {
  construct(target, args, newTarget) {
    const [size] = args
    if (typeof size === 'number' && size >= LARGE && size !== fileSize) {
      together += size
      if (size > MOST_IN_ONE || together > MOST_TOGETHER) throw new RangeError('This unpacks into too much')
    }
    return Reflect.construct(target, args, newTarget === globalThis.Uint8Array ? target : newTarget)
  },
})

// Nothing is drawn here: with these in place pdf.js does not load a canvas, and does not complain that it has none.
for (const name of ['DOMMatrix', 'ImageData', 'Path2D']) Reflect.set(globalThis, name, class {})

const { getDocument, PDFDataRangeTransport, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')

const READ_AT_FIRST = 65_536
const MOST_PAGES_READ = 1_000
const MOST_ON_A_PAGE = 40_000
const MOST_TEXT = 8_000_000

/**
 * Opens the document, of which parts are read from the disk as they are asked for.
 * @param {number} file
 */
function open(file) {
  /** @param {number} begin @param {number} end */
  const read = (begin, end) => {
    const bytes = new Plain(end - begin)
    readSync(file, bytes, 0, bytes.length, begin)
    return bytes
  }
  class FromDisk extends PDFDataRangeTransport {
    /** @override @param {number} begin @param {number} end */
    requestDataRange(begin, end) {
      queueMicrotask(() => this.onDataRange(begin, read(begin, end)))
    }
  }
  return getDocument({
    range: new FromDisk(fileSize, read(0, Math.min(fileSize, READ_AT_FIRST))),
    disableAutoFetch: true,
    disableStream: true,
    isEvalSupported: false,
    useWasm: false,
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
  })
}

/**
 * @param {PdfJob} job
 * @returns {Promise<PdfReply>}
 */
async function work({ path, want }) {
  const file = openSync(path, 'r')
  fileSize = fstatSync(file).size
  together = 0
  const loading = open(file)
  try {
    const document = await loading.promise
    // A count of pages is only a claim: the first one must be there.
    await document.getPage(1)
    if (want === 'check') return { pages: document.numPages }
    return { pages: document.numPages, texts: await textsOf(document) }
  } catch (error) {
    return { fault: error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'damaged' }
  } finally {
    await loading.destroy().catch(() => {})
    closeSync(file)
  }
}

/**
 * The text of each page, as far as it can be read; a page that cannot is empty.
 * @param {Document} document
 */
async function textsOf(document) {
  const texts = []
  let length = 0
  for (let at = 1; at <= Math.min(document.numPages, MOST_PAGES_READ) && length < MOST_TEXT; at += 1) {
    const text = await textOf(document, at).catch(() => '')
    length += text.length
    texts.push(text)
  }
  return texts
}

/** @param {Document} document @param {number} at */
async function textOf(document, at) {
  const page = await document.getPage(at)
  const reader = page.streamTextContent({ includeMarkedContent: false }).getReader()
  let text = ''
  while (text.length < MOST_ON_A_PAGE) {
    const { done, value } = await reader.read()
    if (done) break
    for (const { str, hasEOL } of value.items) text += hasEOL ? `${str}\n` : str
  }
  await reader.cancel().catch(() => {})
  page.cleanup()
  return text.slice(0, MOST_ON_A_PAGE)
}

/** Left to itself the thread would hold on to several files' worth of memory: it knows little of what lies outside its heap. */
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')

parentPort?.on('message', (job) => {
  void work(job).then((reply) => {
    if (fileSize >= LARGE) collectGarbage()
    parentPort?.postMessage(reply)
  })
})
