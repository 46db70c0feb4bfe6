-- concurrently
-- What was received before counts as done then; the default is for these rows alone.
ALTER TABLE "handover_items" ADD COLUMN IF NOT EXISTS "done_at" timestamptz(3) DEFAULT now();
--> statement-breakpoint
ALTER TABLE "handover_items" ALTER COLUMN "done_at" DROP DEFAULT;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "handover_items_held";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "handover_items_held" ON "handover_items" USING btree ("received_by") WHERE "handover_items"."received_at" is not null and "handover_items"."task_id" is null and ("handover_items"."done_at" is null or "handover_items"."done_at" < "handover_items"."received_at");
