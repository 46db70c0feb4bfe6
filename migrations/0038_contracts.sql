CREATE TABLE "holidays" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "holidays_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"date" date NOT NULL,
	"name" varchar(100) NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "holidays_date" UNIQUE("date")
);
--> statement-breakpoint
CREATE TABLE "work_contracts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "work_contracts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"from_date" date NOT NULL,
	"weekly_minutes" integer NOT NULL,
	"days_per_week" smallint NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "work_contracts_from" UNIQUE("user_id","from_date"),
	CONSTRAINT "work_contracts_minutes" CHECK ("work_contracts"."weekly_minutes" between 0 and 10080),
	CONSTRAINT "work_contracts_days" CHECK ("work_contracts"."days_per_week" between 1 and 7)
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "personnel_number" varchar(20);--> statement-breakpoint
ALTER TABLE "work_contracts" ADD CONSTRAINT "work_contracts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
