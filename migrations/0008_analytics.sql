DROP INDEX "tasks_due";--> statement-breakpoint
DROP INDEX "tasks_department_due";--> statement-breakpoint
DROP INDEX "tasks_completed";--> statement-breakpoint
CREATE INDEX "clock_sessions_end" ON "clock_sessions" USING btree ("end_time","start_time","department_id");--> statement-breakpoint
CREATE INDEX "tasks_due" ON "tasks" USING btree ("due_or_never","department_id","status","created_at") WHERE "tasks"."deleted_at" is null and "tasks"."status" <> 'completed';--> statement-breakpoint
CREATE INDEX "tasks_department_due" ON "tasks" USING btree ("department_id","due_or_never","status","created_at") WHERE "tasks"."deleted_at" is null and "tasks"."status" <> 'completed';--> statement-breakpoint
CREATE INDEX "tasks_completed" ON "tasks" USING btree ("completed_at","department_id","assignee_id","created_at","due_or_never") WHERE "tasks"."deleted_at" is null and "tasks"."completed_at" is not null;--> statement-breakpoint
ALTER TABLE "tasks" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
