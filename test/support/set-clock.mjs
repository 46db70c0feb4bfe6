// Loaded before a server: its clock is as many milliseconds ahead of the machine's as the file that SET_CLOCK names says at the
// moment, so that it can be set while the server runs. What counts time without a clock goes on, as when a machine's is set.
import { readFileSync } from 'node:fs'

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
