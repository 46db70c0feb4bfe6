-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS "saved_views_shared";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "saved_views_shared" ON "saved_views" USING btree ("department_id") WHERE "saved_views"."department_id" is not null;
--> statement-breakpoint
ALTER TABLE "saved_views" VALIDATE CONSTRAINT "saved_views_department_id_departments_id_fk";
--> statement-breakpoint
ALTER TABLE "routines" VALIDATE CONSTRAINT "routines_work";
--> statement-breakpoint
ALTER TABLE "tasks" VALIDATE CONSTRAINT "tasks_estimate";
