import type { Resource } from '../../shared/changes.ts'
import type { Endpoint } from '../../shared/endpoint.ts'

/** Which function works the changes of a resource into the replies of which endpoint. A reply without one is read again. */

type Patch = (reply: never, change: never, query: never, state: never) => unknown
/** The endpoints that show a resource, each with what changes its replies. */
export type Patches = readonly (readonly [Endpoint, Patch])[]

const registered = new Map<Endpoint, Map<Resource, Patch>>()

/** Registers how changes of a resource change replies. The modules that read these replies call it when they are loaded. */
export function registerPatches(resource: Resource, patches: Patches) {
  for (const [endpoint, patch] of patches) {
    const ofEndpoint = registered.get(endpoint) ?? new Map<Resource, Patch>()
    registered.set(endpoint, ofEndpoint.set(resource, patch))
  }
}

/** What changes the replies of an endpoint when this resource changes; undefined where they are read again. */
export const patchOf = (endpoint: Endpoint | undefined, resource: Resource) =>
  endpoint && registered.get(endpoint)?.get(resource)
