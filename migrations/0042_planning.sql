CREATE TABLE "hidden_views" (
	"view_id" integer NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "hidden_views_pkey" PRIMARY KEY("view_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "routines" ADD COLUMN "work_minutes" smallint;
--> statement-breakpoint
ALTER TABLE "saved_views" ADD COLUMN "department_id" integer;
--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "estimate_minutes" smallint;
--> statement-breakpoint
ALTER TABLE "hidden_views" ADD CONSTRAINT "hidden_views_view_id_saved_views_id_fk" FOREIGN KEY ("view_id") REFERENCES "public"."saved_views"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hidden_views" ADD CONSTRAINT "hidden_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "hidden_views_user" ON "hidden_views" USING btree ("user_id");
--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE set null NOT VALID;
--> statement-breakpoint
ALTER TABLE "routines" ADD CONSTRAINT "routines_work" CHECK ("routines"."work_minutes" between 1 and 1440) NOT VALID;
--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_estimate" CHECK ("tasks"."estimate_minutes" between 1 and 1440) NOT VALID;
