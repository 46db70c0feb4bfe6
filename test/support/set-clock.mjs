// Loaded before a server. The file that SET_CLOCK names contains the milliseconds by which the server's clock is ahead,
// so that a test can set the clock while the server runs. Timers go on, as when the clock of a machine is set.
import { readFileSync } from 'node:fs'
import { ServerResponse } from 'node:http'

const Machine = Date
let ahead = 0
const look = () => {
  ahead = Number(readFileSync(process.env.SET_CLOCK ?? '', 'utf8'))
}
look()
setInterval(look, 20).unref()

globalThis.Date = new Proxy(Machine, {
  construct: (target, given, requested) =>
    Reflect.construct(target, given.length === 0 ? [Machine.now() + ahead] : given, requested),
  get: (target, name) => (name === 'now' ? () => Machine.now() + ahead : Reflect.get(target, name)),
})

// Node writes the header itself, by the machine's clock. Pages go by it.
const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function (...given) {
  if (!this.hasHeader('date')) this.setHeader('date', new Date().toUTCString())
  return Reflect.apply(writeHead, this, given)
}
